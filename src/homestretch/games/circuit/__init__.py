"""Sequester Circuit, a card race of six cars."""
