"""The submission dossier of a table: what a regulator's published list asks for."""
