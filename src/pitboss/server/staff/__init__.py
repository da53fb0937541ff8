"""Staff of a server: second factors, set-up links, roles, and requests that need two people."""
