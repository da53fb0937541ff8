"""Live tables: their commands and their views, over HTTP and the WebSocket."""
