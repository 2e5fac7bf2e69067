"""Alembic's migrations, one file a change of the schema."""
