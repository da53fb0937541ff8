"""Staff at a server: second factors, links to set up, roles, and requests that two agree on."""
