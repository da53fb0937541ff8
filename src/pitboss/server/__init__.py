"""The server: accounts, sessions and live tables over HTTP and one WebSocket."""
