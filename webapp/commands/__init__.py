"""One module a command of `flipfour` that is about the server."""
