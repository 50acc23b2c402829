"""The tests, in folders that mirror the rooms; `bench` holds what measures."""
