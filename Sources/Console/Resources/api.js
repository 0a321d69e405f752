// Requests to this server. Every address is relative to the folder above this module, so that a base path needs no setting.

/** The root of the server, with a slash at its end: `https://host/hearth/`. */
export const root = new URL("../", import.meta.url);

/** The address of a path of the server: `/api/v1/users/me` or `docs/sockets`. */
export const address = (path) => new URL(path.replace(/^\/+/, ""), root);

/** A new random id. `crypto.randomUUID` does not exist for pages without TLS of other hosts than this machine. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

/** A response that reports an error, or no response (`status` 0). */
export class APIError extends Error {
  constructor(status, code, message, details) {
    super(message);
    Object.assign(this, { status, code, details });
  }
}

/** Sends one request. Returns `{status, body, fields}`. - Throws: `APIError`. */
export async function send(method, path, { body, token, apiKey, fields = {}, signal } = {}) {
  const headers = { Accept: "application/json", ...fields };
  // Routes of `/dev` demand the field of every request that changes something.
  if (method !== "GET") headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (apiKey) headers["X-API-Key"] = apiKey;
  let response;
  try {
    response = await fetch(address(path), { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body), credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new APIError(0, "NETWORK", "The server does not answer.");
  }
  const text = await response.text();
  let value = text;
  if (response.headers.get("Content-Type")?.includes("json")) try { value = JSON.parse(text); } catch { /* Shown as text. */ }
  if (response.ok) return { status: response.status, body: text === "" ? undefined : value, fields: response.headers };
  const { code = String(response.status), message = `${method} ${path} was answered with status ${response.status}.`, details } = value?.error ?? {};
  throw new APIError(response.status, code, message, details);
}

/** The content of a response: `data` of the envelope of `/api/v1`, else the body. */
export const content = (body) => (body && typeof body === "object" && "success" in body && body.data ? body.data : body);

/**
 * The API for one account. `session` has `token()` (resolves to an access token), `refresh()` (resolves to whether there
 * is a new one) and `apiKey`.
 */
export class API {
  constructor(session) { this.session = session; }

  /** Sends a request and returns `{status, body, fields}`. An expired access token is refreshed once. */
  async request(method, path, { body, ...options } = {}) {
    const attempt = async () => send(method, path, { body, ...options, token: await this.session.token(), apiKey: this.session.apiKey });
    try {
      return await attempt();
    } catch (error) {
      const isExpired = error.status === 401 && error.code === "UNAUTHORIZED";
      if (!isExpired || !(await this.session.refresh())) throw error;
      return attempt();
    }
  }

  async #content(method, path, body, options) { return content((await this.request(method, path, { body, ...options })).body); }

  /** `options`: `fields` (further header fields) and `signal`. The result is the content without the envelope. */
  get(path, options) { return this.#content("GET", path, undefined, options); }
  post(path, body = {}, options) { return this.#content("POST", path, body, options); }
  put(path, body = {}, options) { return this.#content("PUT", path, body, options); }
  patch(path, body = {}, options) { return this.#content("PATCH", path, body, options); }
  delete(path, body, options) { return this.#content("DELETE", path, body, options); }
}

/** The address of a socket with its query. Values that are undefined, null or "" are omitted. */
export function socketAddress(path, query = {}) {
  const made = address(path);
  made.protocol = made.protocol === "https:" ? "wss:" : "ws:";
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== "") made.searchParams.set(name, value);
  return made;
}
