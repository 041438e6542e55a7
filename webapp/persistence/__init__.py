"""The event lists in a database, by SQLAlchemy."""
