// The accounts that are signed in. Their tokens are kept in sessionStorage: they end with the tab.
import { API, APIError, content, send } from "./api.js";

const STORE = "hearth.console.accounts";
const KEY = "hearth.console.apiKey";

/** The accounts that every server with `--dev` has. Their passwords are published. */
export const DEVELOPMENT_ACCOUNTS = [
  { username: "admin", password: "admin123" }, { username: "testuser2", password: "password" },
  { username: "user@example.com", password: "password123" },
];

/** One signed-in account: `{id, username, name, role}` and its `api`. */
class Account {
  constructor(stored, store) {
    Object.assign(this, { id: stored.id, username: stored.username, name: stored.name, role: stored.role });
    this.tokens = { access: stored.access, refresh: stored.refresh };
    this.store = store;
    this.api = new API({
      token: async () => this.tokens.access, refresh: () => this.refresh(),
      get apiKey() { return store.apiKey; },
    });
  }

  get isAdmin() { return this.role === "admin"; }
  get token() { return this.tokens.access; }
  get label() { return this.name || this.username; }

  /** Resolves to whether there is a new access token. Requests that fail at the same time share one refresh. */
  refresh() {
    this.refreshing ??= (async () => {
      try {
        const { body } = await send("POST", "api/v1/auth/refresh", { body: { refresh_token: this.tokens.refresh }, apiKey: this.store.apiKey });
        this.tokens = { access: content(body).access_token, refresh: content(body).refresh_token };
        this.store.save();
        return true;
      } catch (error) {
        if (error instanceof APIError && error.status === 401 && error.code !== "INVALID_API_KEY") this.store.expired(this);
        return false;
      } finally {
        this.refreshing = undefined;
      }
    })();
    return this.refreshing;
  }

  /** An access token that is valid for at least another half minute, if the server gives one. */
  async freshToken() {
    try {
      const { exp } = JSON.parse(atob(this.tokens.access.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
      if (exp * 1000 < Date.now() + 30_000) await this.refresh();
    } catch { /* Not a JWT: the server decides. */ }
    return this.tokens.access;
  }
}

/** All accounts of the tab; one of them is active. Sends `change` when the list or the active one changes. */
export class Accounts extends EventTarget {
  constructor() {
    super();
    let stored = {};
    try { stored = JSON.parse(sessionStorage.getItem(STORE)) ?? {}; } catch { /* Nothing was stored. */ }
    this.list = (stored.list ?? []).map((account) => new Account(account, this));
    this.active = this.find(stored.active) ?? this.list[0];
  }

  get apiKey() { return sessionStorage.getItem(KEY) ?? ""; }
  set apiKey(value) { value ? sessionStorage.setItem(KEY, value) : sessionStorage.removeItem(KEY); }

  find(id) { return this.list.find((account) => account.id === id); }

  save() {
    const list = this.list.map(({ id, username, name, role, tokens }) => ({ id, username, name, role, ...tokens }));
    sessionStorage.setItem(STORE, JSON.stringify({ list, active: this.active?.id }));
  }

  #changed() {
    this.save();
    this.dispatchEvent(new Event("change"));
  }

  /** Adds an account, or renews the tokens of one that is signed in. It becomes the active one unless `isActive` is false. */
  async signIn(username, password, { isActive = true } = {}) {
    const { body } = await send("POST", "api/v1/auth/login", { body: { username, password }, apiKey: this.apiKey });
    return this.#add(content(body), isActive);
  }

  /** Creates an account, signed in. */
  async signUp(email, password, name, invitation) {
    const { body } = await send("POST", "api/v1/auth/register", { body: { email, password, name, invitation: invitation || undefined }, apiKey: this.apiKey });
    return this.#add(content(body), true);
  }

  #add(data, isActive) {
    const { user } = data;
    const account = new Account({
      id: user.user_id ?? user.id, username: user.username, name: user.name ?? user.fullName, role: user.role,
      access: data.access_token, refresh: data.refresh_token,
    }, this);
    const known = this.find(account.id);
    if (known) Object.assign(known, { tokens: account.tokens, role: account.role, name: account.name });
    else this.list.push(account);
    if (isActive || !this.active) this.active = this.find(account.id);
    this.#changed();
    return this.find(account.id);
  }

  activate(id) {
    this.active = this.find(id) ?? this.active;
    this.#changed();
  }

  /** Forgets the account and ends its session at the server. */
  async signOut(id) {
    const account = this.find(id);
    if (!account) return;
    this.#remove(account);
    await send("POST", "api/v1/auth/logout", { body: { refresh_token: account.tokens.refresh }, token: account.tokens.access, apiKey: this.apiKey }).catch(() => {});
  }

  /** The session of the account has ended at the server. */
  expired(account) {
    this.#remove(account);
    this.dispatchEvent(new CustomEvent("expired", { detail: account }));
  }

  #remove(account) {
    this.list = this.list.filter((other) => other !== account);
    if (this.active === account) [this.active] = this.list;
    this.#changed();
  }
}
