"""Live tables: what is asked of them and seen of them, over HTTP and the WebSocket."""
