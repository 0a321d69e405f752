// Signing in, and the dialog of the accounts.
import { DEVELOPMENT_ACCOUNTS } from "./accounts.js";
import { button, clear, dialog, field, h, icon, toast } from "./dom.js";

const settings = document.body.dataset;

/** The letters of a name in a circle. The colour depends on the name. */
export function avatar(name) {
  const letters = name.split(/[\s@._-]+/).filter(Boolean).slice(0, 2).map((part) => part[0].toUpperCase()).join("");
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 6, 7);
  return h("span", { class: ["avatar", `hue-${hue}`], "aria-hidden": "true" }, letters || "?");
}

function fail(error, form) {
  toast(error.message, "error");
  if (error.code === "INVALID_API_KEY") form?.querySelector("[name=key]")?.focus();
}

/** Buttons that sign a development account in with one click; nothing outside of `--dev`. */
export function developmentAccounts(accounts, done, { isActive = true } = {}) {
  if (settings.development !== "true") return undefined;
  const missing = DEVELOPMENT_ACCOUNTS.filter(({ username }) => !accounts.list.some((account) => account.username === username));
  if (!missing.length) return undefined;
  return h("div", { class: "quick" }, missing.map(({ username, password }) => h("button", { type: "button", class: "button person", onclick: async () => {
    try {
      done(await accounts.signIn(username, password, { isActive }));
    } catch (error) {
      fail(error);
    }
  } }, avatar(username), h("span", {}, username))));
}

/** The form for a name and a password, also for a new account, and for the API key if the server needs one. */
export function signInForm(accounts, done) {
  let isNew = false;
  const form = h("form", { class: "stack" });
  const input = (name, label, attributes, hint) => field(label, h("input", { name, ...attributes }), hint);
  const show = () => clear(form,
    settings.apiKeys === "true" && input("key", "API key", {
      type: "password", autocomplete: "off", value: accounts.apiKey, oninput: (event) => { accounts.apiKey = event.target.value; },
    }, "Sent as X-API-Key; kept until the tab is closed."),
    isNew && input("name", "Name", { autocomplete: "name" }),
    input("username", isNew ? "E-mail address" : "Username or e-mail address", { autocomplete: "username", required: true, autocapitalize: "none", spellcheck: "false" }),
    input("password", "Password", { type: "password", autocomplete: isNew ? "new-password" : "current-password", required: true },
      isNew && "At least 8 characters with an upper-case letter, a lower-case letter and a digit."),
    isNew && input("invitation", "Invitation code", { autocomplete: "off" }, "Only if the server asks for one."),
    h("p", { class: "actions" }, button(isNew ? "Sign in instead" : "Create an account", () => { isNew = !isNew; show(); form.querySelector("input:not([name=key])").focus(); }, { kind: "quiet" }),
      h("button", { class: "button primary" }, isNew ? "Create" : "Sign in")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { username, password, name, invitation } = Object.fromEntries(new FormData(form));
    const submit = form.querySelector(".primary");
    submit.disabled = true;
    try {
      done(await (isNew ? accounts.signUp(username.trim(), password, name, invitation.trim()) : accounts.signIn(username.trim(), password)));
    } catch (error) {
      fail(error, form);
    } finally {
      submit.disabled = false;
    }
  });
  show();
  return form;
}

/** The first screen: nobody is signed in. */
export function welcome(accounts, done) {
  const quick = developmentAccounts(accounts, done);
  return h("section", { class: "welcome card" }, h("h2", {}, "Sign in"),
    quick && [h("p", { class: "muted" }, "This server runs with --dev. One click is enough:"), quick, h("p", { class: "divider" }, h("span", {}, "or with another account"))],
    signInForm(accounts, done));
}

/** Shows the accounts: choose the active one, sign out, sign in more. */
export function showAccounts(accounts) {
  dialog({ title: "Accounts", body: (made) => {
    const body = h("div", { class: "stack" });
    const show = () => clear(body,
      h("ul", { class: "people" }, accounts.list.map((account) => h("li", {},
        h("button", { type: "button", class: "person", "aria-pressed": account === accounts.active, onclick: () => { accounts.activate(account.id); made.close(); } },
          avatar(account.username), h("span", {}, h("strong", {}, account.label),
            h("small", { class: "muted" }, account.username === account.label ? account.role : `${account.username} · ${account.role}`)),
          account === accounts.active && h("span", { class: "badge" }, "active")),
        button("", () => { accounts.signOut(account.id); accounts.list.length ? show() : made.close(); }, { icon: "out", kind: "quiet", title: `Sign ${account.username} out` })))),
      h("h3", {}, "Another account"),
      developmentAccounts(accounts, show, { isActive: false }),
      h("details", { class: "more", open: !accounts.list.length }, h("summary", {}, icon("user"), "Name and password"), signInForm(accounts, () => made.close())),
      h("p", { class: "muted" }, "Tokens are kept in this tab only. Closing it forgets them."));
    show();
    return body;
  } });
}
