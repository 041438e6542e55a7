"""What the application does, between its edges (pages, api, sockets) and its domain."""
