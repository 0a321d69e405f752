// Connections to sockets and their frames. They stay open while other panels are shown.
import { send, socketAddress, uuid } from "./api.js";

const MAX_FRAMES = 2000;
const MAX_BYTES = 8 << 20;
const MAX_CONNECTIONS = 12;
// docs/api/errors.md#close-codes: a client must not reconnect by itself after these.
const FINAL_CODES = [1000, 1002, 1007, 4400, 4404];
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const encoder = new TextEncoder();

/** The text without access tokens. */
export const masked = (text) => text.replace(TOKEN, "{{token}}");

function parsed(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

// Members that are the same in every frame of a connection, or that have another name too.
const UNINTERESTING = ["type", "timestamp", "consultation_id", "room_id", "messageId"];

function previewOf(value, text) {
  if (value === null || typeof value !== "object") return text.slice(0, 200);
  const { content, message, ...others } = value;
  const first = { ...(content === undefined || content === "" ? {} : { content }), ...(message === undefined || message === content || message === "" ? {} : { message }) };
  const members = Object.entries({ ...first, ...others }).filter(([name]) => !UNINTERESTING.includes(name));
  return members.map(([name, member]) => `${name}: ${typeof member === "object" ? JSON.stringify(member) : member}`).join("  ").slice(0, 200);
}

/**
 * One connection with its frames. Sends `frames` (frames were added or removed) and `state`.
 * `state`: `connecting`, `open`, `closing`, `closed`.
 */
class Connection extends EventTarget {
  constructor({ id, family, path, query, account }) {
    super();
    Object.assign(this, { id, family, path, query, account, frames: [], bytes: 0, dropped: 0, state: "closed", delay: 1000 });
    this.isReconnecting = false;
    this.isKeptAlive = false;
  }

  get title() { return this.path + (this.query.device_id ? ` · ${this.query.device_id}` : ""); }

  /** Connects. `since`: continue after this event; undefined for the position of the server. */
  async connect(since) {
    clearTimeout(this.timer);
    if (this.socket) this.cut();
    this.#change("connecting");
    const attempt = (this.attempt = {});
    const query = { ...this.query, ...(since === undefined ? {} : { since }) };
    const token = this.account ? await this.account.freshToken() : undefined;
    if (this.attempt !== attempt) return;
    const shown = socketAddress(this.path, query);
    let socket;
    try {
      socket = new WebSocket(socketAddress(this.path, { ...query, token }));
    } catch (error) {
      this.#note(`Cannot connect: ${error.message}`, "bad");
      return this.#change("closed");
    }
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.#note(`Connecting to ${shown.pathname}${shown.search}${this.account ? ` as ${this.account.username}` : " without a token"}`);
    socket.onopen = () => { this.openedAt = new Date(); this.delay = 1000; this.#note("Open", "good"); this.#change("open"); };
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = (event) => this.#closed(event);
  }

  /** Sends a text; `{{token}}` and `{{uuid}}` are replaced. Returns whether the connection was open. */
  async send(text) {
    if (this.state !== "open") return false;
    const token = text.includes("{{token}}") && this.account ? await this.account.freshToken() : "";
    const message = text.replaceAll("{{token}}", () => token).replaceAll("{{uuid}}", uuid);
    if (this.state !== "open") return false;
    this.socket.send(message);
    this.#add("client", message);
    return true;
  }

  /** Closes with a close frame. */
  disconnect(code = 1000) {
    clearTimeout(this.timer);
    if (this.state !== "open" && this.state !== "connecting") return;
    this.#change("closing");
    this.socket?.close(code);
  }

  /** Drops the connection: nothing more is received, and no close frame of the server is awaited. */
  cut() {
    clearTimeout(this.timer);
    this.attempt = undefined;
    const { socket } = this;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(4000, "cut");
    this.#note("Cut by the console: later frames of the server are lost", "bad");
    this.#change("closed");
  }

  /**
   * Lets the server reset the TCP connection, by a fault for one message that only this connection sends. Needs `--dev`;
   * otherwise the connection is dropped by the page.
   */
  async reset(isDevelopment) {
    if (!isDevelopment || this.state !== "open") return this.cut();
    const type = `console-reset-${uuid()}`;
    const path = decodeURIComponent(this.path);
    try {
      const { body } = await send("POST", "dev/faults", { body: { kind: "reset", count: 1, match: { path, message_type: type, direction: "in" } } });
      this.socket?.send(JSON.stringify({ type }));
      this.#note("Reset by the server, through a fault for this connection", "bad");
      setTimeout(() => send("DELETE", `dev/faults/${body.id}`, { body: {} }).catch(() => {}), 3000);
    } catch {
      this.cut();
    }
  }

  /** Forgets the frames, not the position. */
  clear() {
    Object.assign(this, { frames: [], bytes: 0, dropped: 0 });
    this.dispatchEvent(new Event("frames"));
  }

  /** Sends a ping every minute, so that the server does not close an idle connection. */
  keepAlive(isOn) {
    this.isKeptAlive = isOn;
    clearInterval(this.pings);
    if (isOn) this.pings = setInterval(() => this.send('{"type":"ping"}'), 60_000);
  }

  /** The frames as JSON Lines, without tokens. */
  export() {
    return this.frames.filter(({ direction }) => direction !== "note").map(({ time, direction, size, text, value }) =>
      JSON.stringify({ time: time.toISOString(), direction, path: this.path, size, ...(value === undefined ? { text } : { message: value }) })).join("\n") + "\n";
  }

  #received(data) {
    if (typeof data === "string") this.#add("server", data);
    else this.#add("server", `binary, ${data.byteLength} bytes`, data.byteLength);
  }

  /** Remembers the event or, in a room, the message of a frame: a later connection continues after it. */
  #advance(value) {
    const isRoom = this.family.parameters.includes("room");
    const position = isRoom ? { connected: value?.since, message: value?.message_id, message_deleted: value?.message_id }[value?.type] : value?.event_id;
    if (Number.isInteger(position)) this.position = Math.max(position, this.position ?? 0);
  }

  #closed({ code, reason, wasClean }) {
    this.socket = undefined;
    const unknown = code === 1006 ? "no close frame: refused, dropped or unreachable (browsers do not say which)" : undefined;
    const meaning = this.state === "closing" ? "closed by the console" : unknown ?? this.family.closeCodes.get(code);
    this.#note(`Closed with ${code}${reason ? ` “${reason}”` : ""}${meaning ? `: ${meaning}` : ""}`, code === 1000 || wasClean && code < 4000 ? undefined : "bad");
    this.#change("closed");
    if (!this.isReconnecting || FINAL_CODES.includes(code)) return;
    const delay = code === 4429 ? 60_000 : this.delay;
    this.delay = Math.min(this.delay * 2, 30_000);
    this.#note(`Reconnecting in ${Math.round(delay / 1000)} s`);
    this.timer = setTimeout(async () => {
      if (code === 4401) await this.account?.refresh();
      this.connect(this.position);
    }, delay);
  }

  #note(text, kind) { this.#append({ direction: "note", text, kind, size: 0, type: "" }); }

  #add(direction, raw, size = encoder.encode(raw).length) {
    const text = masked(raw);
    const value = parsed(text);
    const frame = { direction, text, value, size, type: typeof value?.type === "string" ? value.type : "", preview: previewOf(value, text) };
    if (direction === "server") this.#advance(value);
    this.#append(frame);
  }

  #append(frame) {
    this.count = (this.count ?? 0) + 1;
    Object.assign(frame, { id: this.count, time: new Date() });
    this.frames.push(frame);
    this.bytes += frame.text.length;
    while (this.frames.length > MAX_FRAMES || (this.bytes > MAX_BYTES && this.frames.length > 1)) {
      this.bytes -= this.frames.shift().text.length;
      this.dropped += 1;
    }
    this.dispatchEvent(new Event("frames"));
  }

  #change(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

/** All connections of the page. Sends `change` when one is added or removed. */
class Connections extends EventTarget {
  list = [];

  /** Adds a connection and connects it. - Throws: `Error` if there are too many. */
  open(options) {
    if (this.list.length >= MAX_CONNECTIONS) throw new Error(`At most ${MAX_CONNECTIONS} connections. Remove one first.`);
    const made = new Connection({ ...options, id: uuid() });
    this.list = [...this.list, made];
    this.dispatchEvent(new Event("change"));
    made.connect(options.since);
    return made;
  }

  remove(connection) {
    connection.isReconnecting = false;
    connection.keepAlive(false);
    connection.disconnect();
    this.list = this.list.filter((other) => other !== connection);
    this.dispatchEvent(new Event("change"));
  }
}

export const connections = new Connections();
