// The sockets of the server, from its AsyncAPI document.
import { address, send } from "./api.js";

// If the server hides its documents (`docs.enabled`), the paths can still be connected to.
const PATHS = {
  "/ws/meal-logs": "Meal logs", "/ws": "Meal status", "/ws/consultation": "Consultation",
  "/api/v1/consultations/{id}/ws": "Consultation with meals", "/ws/chat/{room}": "Chat room", "/ws/mobile/sync": "Mobile sync",
};

// Members whose example must be new in each message, because the server recognises repetitions by them.
const UNIQUE = ["client_message_id", "messageId", "message_id", "idempotency_key", "request_id", "sync_id"];

let loaded;

function exampleOf(payload) {
  const made = { ...payload };
  for (const name of UNIQUE) if (typeof made[name] === "string") made[name] = "{{uuid}}";
  if ("token" in made) made.token = "{{token}}";
  const { type, ...others } = made;
  return { type, ...others };
}

function familyOf(channel) {
  const messages = Object.entries(channel.messages).map(([key, { name, summary, examples }]) => ({
    key, type: name, summary, direction: key.split(".")[0], example: exampleOf(examples?.[0]?.payload ?? { type: name }),
  }));
  const byCode = (codes = []) => new Map(codes.map(({ code, summary }) => [code, summary]));
  return {
    address: channel.address, title: PATHS[channel.address] ?? channel.title, summary: channel.summary, messages,
    parameters: Object.keys(channel.parameters ?? {}), query: channel.bindings?.ws?.query?.properties ?? {},
    closeCodes: byCode(channel["x-close-codes"]), errorCodes: byCode(channel["x-error-codes"]),
  };
}

/** The sockets: `{address, title, summary, parameters, query, messages, closeCodes, errorCodes}`. Loaded once. */
export function loadFamilies() {
  loaded ??= send("GET", "asyncapi.json").then(({ body }) => Object.values(body.channels).map(familyOf).sort(inOrder), (error) => {
    if (error.status !== 404) {
      loaded = undefined;
      throw error;
    }
    const parameters = (path) => Object.fromEntries((path.match(/(?<={)\w+/g) ?? []).map((name) => [name, {}]));
    return Object.keys(PATHS).map((path) => familyOf({ address: path, messages: {}, parameters: parameters(path) }));
  });
  return loaded;
}

function inOrder(one, other) {
  const index = ({ address: path }) => (Object.keys(PATHS).indexOf(path) + 100) % 100;
  return index(one) - index(other);
}

/** The address of the documentation of a message, or of the path if the type is unknown. */
export function documentation(family, direction, type) {
  const key = `${direction}.${type}`;
  const isKnown = family.messages.some((message) => message.key === key);
  return `${address("docs/sockets").href}#${encodeURIComponent(isKnown ? `${family.address} ${key}` : family.address)}`;
}
