// A small client of Socket.IO 5 over Engine.IO 4, websocket only: connect, ping, events,
// acknowledgements, jittered reconnection, and resending of what was not acknowledged.

const PROTOCOL = 2;

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;

// What a person should not wait longer for before the page says so, in ms.
const UNREACHABLE = 5000;
const QUIET = 2000;
const SILENT = 1000;
const BEAT = 500;

const OPEN = "0";
const PING = "2";
const PONG = "3";
const CONNECT = "40";
const DISCONNECT = "41";
const EVENT = "42";
const ACK = "43";
const REFUSED = "44";

export class Socket {
  #url;
  #socket = null;
  #connected = false;
  #opened = false;
  #attempt = 0;
  #retry = null;
  #notBefore = 0;
  #watchdog = null;
  #patience = 20000;
  #nextAck = 0;
  #waiting = new Map();
  #listeners = new Map();
  #heard = performance.now();
  #asked = null;
  #silent = false;
  // Whether silence matters: then a quiet line is asked for a sign of life.
  attentive = false;

  // `onState` hears "connected", "lost", "offline", "silent", "heard", "unreachable" and
  // "outdated".
  constructor(onState) {
    this.onState = onState;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#url = `${scheme}//${location.host}/socket.io/?EIO=4&transport=websocket`;
    addEventListener("online", () => this.#connectNow());
    addEventListener("offline", () => this.#wentOffline());
    addEventListener("pagehide", () => this.#socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.#connectNow());
    setTimeout(() => this.#opened || this.onState("unreachable"), UNREACHABLE);
    setInterval(() => this.#beat(), BEAT);
    this.#connect();
  }

  // When something last came from the server, on the page's clock.
  get heard() {
    return this.#heard;
  }

  get connected() {
    return this.#connected;
  }

  on(name, listener) {
    this.#listeners.set(name, listener);
  }

  // Answers a promise of the acknowledgement. With `keep` the message survives a lost
  // connection and is sent again, so it must bear being received twice.
  ask(name, data, keep = false) {
    return new Promise((resolve) => {
      const id = this.#nextAck++;
      this.#waiting.set(id, { name, data, keep, resolve });
      if (this.#connected && this.#socket.readyState === WebSocket.OPEN) this.#send(id);
    });
  }

  // Tries at once: the page came back from the browser's cache, or a person asks for it.
  wake() {
    this.#connectNow();
  }

  #send(id) {
    const { name, data } = this.#waiting.get(id);
    this.#socket.send(`${EVENT}${id}${JSON.stringify([name, data])}`);
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#retry = null;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#watch();
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  #connectNow() {
    if (this.#retry === null && this.#socket?.readyState !== WebSocket.CLOSED) return;
    this.#attempt = 0;
    this.#connect();
  }

  #lost() {
    const was = this.#connected;
    this.#connected = false;
    this.#asked = null;
    this.#silent = false;
    clearTimeout(this.#watchdog);
    for (const [id, { keep, resolve }] of this.#waiting) {
      if (keep) continue;
      this.#waiting.delete(id);
      resolve(null);
    }
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempt++);
    clearTimeout(this.#retry);
    const wait = Math.max(delay * (0.5 + Math.random()), this.#notBefore - Date.now());
    this.#retry = setTimeout(() => this.#connect(), wait);
    if (was) this.onState("lost");
  }

  // The device says that it has no network: nothing is gained by waiting for the silence.
  #wentOffline() {
    this.#socket.onclose = null;
    this.#socket.close();
    this.#lost();
    this.onState("offline");
  }

  // A quiet line is asked for a sign of life; no answer within a second is silence.
  #beat() {
    if (!this.#connected || !this.attentive) return;
    const now = performance.now();
    if (this.#asked === null && now - this.#heard > QUIET) {
      this.#asked = now;
      this.ask("pulse", {});
    } else if (this.#asked !== null && !this.#silent && now - this.#asked > SILENT) {
      this.#silent = true;
      this.onState("silent");
    }
  }

  #hear() {
    this.#heard = performance.now();
    this.#asked = null;
    if (!this.#silent) return;
    this.#silent = false;
    this.onState("heard");
  }

  // No ping for longer than the server promised: the connection is dead.
  #watch() {
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#watchdog = setTimeout(() => {
      socket.onclose = null;
      socket.close();
      if (socket === this.#socket) this.#lost();
    }, this.#patience);
  }

  #receive(packet) {
    this.#watch();
    this.#hear();
    if (packet === PING) return this.#socket.send(PONG);
    if (packet[0] === OPEN) {
      const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1));
      this.#patience = pingInterval + pingTimeout;
      return this.#socket.send(CONNECT + JSON.stringify({ protocol: PROTOCOL }));
    }
    const kind = packet.slice(0, 2);
    if (kind === CONNECT) return this.#established();
    if (kind === EVENT) {
      const [name, data] = JSON.parse(packet.slice(packet.indexOf("[")));
      return this.#listeners.get(name)?.(data);
    }
    if (kind === ACK) return this.#acknowledged(packet);
    if (kind === REFUSED) return this.#refused(JSON.parse(packet.slice(2)));
    if (kind === DISCONNECT) this.#socket.close();
    return undefined;
  }

  #established() {
    this.#connected = true;
    this.#opened = true;
    this.#attempt = 0;
    this.onState("connected");
    for (const [id, { keep }] of this.#waiting) if (keep) this.#send(id);
  }

  #acknowledged(packet) {
    const start = packet.indexOf("[");
    const id = Number(packet.slice(2, start));
    const { resolve } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    resolve?.(JSON.parse(packet.slice(start))[0]);
  }

  #refused({ data }) {
    if (data?.code !== "protocol") {
      this.#notBefore = Date.now() + 1000 * (data?.retry ?? 0);
      return this.#socket.close();
    }
    this.#socket.onclose = null;
    this.#socket.close();
    clearTimeout(this.#watchdog);
    return this.onState("outdated");
  }
}
