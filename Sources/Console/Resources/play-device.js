// A simulated device that synchronises notes over /ws/mobile/sync. Notes are items of the kind `session`.
import { uuid } from "./api.js";
import { openSocket } from "./play-socket.js";

const PREFIX = "console-note-";
const MAX_LOG = 40;

/**
 * Sends `change` after each change. Notes: `{id, text, change, isChanged, isDeleted}`; `conflicts` are the notifications
 * of the server that are not resolved.
 */
export class Device extends EventTarget {
  constructor(context, id) {
    super();
    Object.assign(this, { context, id, notes: new Map(), conflicts: [], log: [], state: "offline" });
  }

  get isOnline() { return this.state !== "offline"; }

  /** Connects, uploads what was changed meanwhile, then pulls. */
  goOnline() {
    if (this.isOnline) return;
    this.#set("connecting");
    this.socket = openSocket(this.context, "ws/mobile/sync", {
      query: { device_id: this.id },
      on: {
        any: (value, direction) => this.#remember(value, direction),
        connection_established: () => {
          this.#set("online");
          // The same batch under the same key again is stored once.
          if (this.sent) this.socket.send(this.sent.message);
          else if (!this.#upload()) this.#pull();
        },
        server_data_response: (page) => this.#apply(page),
        push_notification: () => this.#pull(),
        sync_progress: (progress) => this.#stored(progress),
        conflict_notification: (conflict) => {
          this.conflicts = [...this.conflicts.filter(({ conflict_id: id }) => id !== conflict.conflict_id), conflict];
          this.#changed();
        },
        conflict_resolved: ({ conflict_id: id }) => {
          this.conflicts = this.conflicts.filter((conflict) => conflict.conflict_id !== id);
          this.#pull();
          this.#changed();
        },
        error: ({ message, error_code: code }) => this.dispatchEvent(new CustomEvent("problem", { detail: `${message} (${code})` })),
        closed: () => this.#set("offline"),
      },
    });
  }

  goOffline() {
    this.socket?.close();
    this.#set("offline");
  }

  add(text) {
    const id = PREFIX + uuid();
    this.notes.set(id, { id, text, isChanged: true });
    this.#edited();
  }

  edit(id, text) {
    const note = this.notes.get(id);
    if (!note || note.text === text) return;
    Object.assign(note, { text, isChanged: true });
    this.#edited();
  }

  remove(id) {
    const note = this.notes.get(id);
    if (note) Object.assign(note, { isChanged: true, isDeleted: true });
    this.#edited();
  }

  /** `strategy`: `client_wins`, `server_wins`, or `merge` with the text of the result. */
  resolve(conflict, strategy, text) {
    const message = { type: "resolve_conflict", conflict_id: conflict.conflict_id, resolution_strategy: strategy };
    if (text !== undefined) message.resolved_data = { ...conflict.your_version, session_id: conflict.item_id, title: text };
    this.socket?.send(message);
  }

  #edited() {
    this.#upload();
    this.#changed();
  }

  /** Uploads the changed notes as one batch. Returns whether there was one. */
  #upload() {
    if (this.state !== "online" || this.sent) return Boolean(this.sent);
    const changed = [...this.notes.values()].filter(({ isChanged }) => isChanged).slice(0, 50);
    if (!changed.length) return false;
    const sessions = changed.map(({ id, text, change, isDeleted }) => ({
      session_id: id, base_change_id: change, ...(isDeleted ? { deleted: true } : { title: text }),
    }));
    const key = uuid();
    const message = { type: "sync_data", sync_id: key, idempotency_key: key, data: { sessions } };
    this.sent = { key, message, texts: new Map(changed.map(({ id, text }) => [id, text])) };
    this.socket.send(message);
    return true;
  }

  #stored({ status, idempotency_key: key, batch_results: results }) {
    if (status !== "batch_stored" || key !== this.sent?.key) return;
    const { texts } = this.sent;
    this.sent = undefined;
    for (const { item_id: id, change_id: change } of results?.session?.items ?? []) {
      const note = this.notes.get(id);
      if (!note) continue;
      note.change = change;
      if (note.isDeleted) this.notes.delete(id);
      else if (note.text === texts.get(id)) note.isChanged = false;
    }
    for (const { item_id: id, error } of results?.session?.errors ?? []) {
      if (this.notes.has(id)) this.notes.get(id).isChanged = false;
      this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
    this.#pull();
    this.#upload();
    this.#changed();
  }

  #pull() {
    this.socket?.send({ type: "start_sync", sync_id: uuid(), data_types: ["session"], ...(this.token ? { since: this.token } : { full_sync: true }) });
  }

  #apply({ data, next_sync_token: token }) {
    this.token = token ?? this.token;
    for (const item of Object.values(data).flat()) {
      const { item_id: id, data_type: kind, change_id: change, deleted, title } = item;
      if (kind !== "session" || !id?.startsWith(PREFIX)) continue;
      const note = this.notes.get(id);
      // A change that was not uploaded yet stays; the server detects the conflict by `base_change_id`.
      if (note?.isChanged || (note?.change ?? 0) >= change) continue;
      if (deleted) this.notes.delete(id);
      else this.notes.set(id, { id, text: title ?? "", change, isFresh: note !== undefined || this.isLoaded });
    }
    this.isLoaded = true;
    this.#changed();
  }

  #remember(value, direction) {
    this.log = [...this.log.slice(1 - MAX_LOG), { direction, type: value.status ? `${value.type} ${value.status}` : value.type }];
    this.#changed();
  }

  #set(state) {
    this.state = state;
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
