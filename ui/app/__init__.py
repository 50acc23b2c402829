"""The application without a screen: sessions, records, set-up, corrections. No Textual here."""
