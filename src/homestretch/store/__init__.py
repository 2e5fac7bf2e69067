"""Where tables are kept: SQLAlchemy Core over SQLite, or PostgreSQL for many workers."""
