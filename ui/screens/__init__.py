"""The full-screen views of the dashboard, and the Textual application that shows them."""
