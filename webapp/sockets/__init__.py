"""The live edge: Socket.IO over websockets."""
