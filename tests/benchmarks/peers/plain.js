// The plain websocket library of Node with nothing behind it, as little as a broadcast can cost:
// node plain.js FOLDER PORT, where FOLDER is one in which `npm install ws` was called.
const [folder, port] = process.argv.slice(2);
const { WebSocketServer } = require(`${folder}/node_modules/ws`);

const server = new WebSocketServer({ port: Number(port), perMessageDeflate: false });
const news = `42["update","${"x".repeat(170)}"]`;

server.on("connection", (socket) => {
  socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000}');
  socket.on("message", (data) => {
    const text = data.toString();
    if (text.startsWith("40")) socket.send('40{"sid":"b"}');
    else if (text.startsWith('42["sync"')) socket.send('42["sync"]');
    else if (text.startsWith('42["update"')) for (const one of server.clients) one.send(news);
  });
});
