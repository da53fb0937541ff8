"""Somebody who counts: what he counts, how he plays by it, and the cube of his rounds."""
