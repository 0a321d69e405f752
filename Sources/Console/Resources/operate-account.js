// Dialogs about one account: creation, the one-time password link, and the sessions.
import { clear, dialog, field, h, select, toast } from "./dom.js";
import { dateTime } from "./format.js";
import { liveTable } from "./live-table.js";
import { action, confirm, copyButton, form, messageOf } from "./widgets.js";

/** Asks for a new account. `done()` is called after it exists. */
export function createAccount(api, done) {
  const username = h("input", {
    required: true,
    minlength: 3,
    maxlength: 150,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    autofocus: true,
  });
  const email = h("input", { type: "email", autocomplete: "off" });
  const name = h("input", { maxlength: 200, autocomplete: "off" });
  const role = select(["user", "admin"], "user");
  const password = h("input", { type: "password", minlength: 8, autocomplete: "new-password" });
  dialog({
    title: "Create an account",
    body: (shown) => {
      const made = form(
        "Create",
        [
          field("Username", username),
          field("E-mail address", email, "Optional."),
          field("Name", name, "Optional."),
          field("Role", role),
          field("Password", password, "Leave it empty for a one-time link with which the user chooses one."),
        ],
        async () => {
          const body = {
            username: username.value.trim(),
            email: email.value.trim() || undefined,
            name: name.value.trim() || undefined,
            role: role.value,
            password: password.value || undefined,
          };
          const { user, password_link: link } = await api.post("/api/v1/admin/users", body);
          shown.close();
          toast(`${user.username} is created.`);
          done();
          if (link) showPasswordLink(user.username, link);
        },
      );
      made.classList.add("is-stacked");
      return made;
    },
  });
}

/** Shows a one-time link. It cannot be read again. */
export function showPasswordLink(username, { url, expires_at: expires }) {
  const input = h("input", { readonly: true, value: url, onfocus: () => input.select() });
  dialog({
    title: `Password link for ${username}`,
    body: [
      h(
        "p",
        {},
        "Send this link to the user. It opens a page that asks for a new password, works once, and is shown only here.",
      ),
      field("Link", input, `Valid until ${dateTime(expires)}.`),
      h("p", { class: "actions" }, copyButton("Copy the link", url, { kind: "primary", autofocus: true })),
    ],
  });
}

/** Shows the sessions of an account, which can be ended. `done()` is called after a change. */
export function showSessions(api, user, done) {
  const path = `/api/v1/admin/users/${user.id}/sessions`;
  const status = h("p", { class: "muted", role: "status" }, "Loading");
  const table = liveTable({
    label: `Sessions of ${user.username}`,
    key: (session) => session.id,
    empty: "No sessions.",
    columns: [
      { title: "Client", cell: (session) => h("code", {}, session.client) },
      { title: "Began", cell: (session) => dateTime(session.created_at) },
      { title: "Last used", cell: (session) => dateTime(session.last_used_at) },
      { title: "Expires", cell: (session) => dateTime(session.expires_at) },
      {
        title: "Actions",
        isAction: true,
        depends: (session) => session.id,
        cell: (session) =>
          action("End", () => end(`${path}/${session.id}`, "The session has ended."), {
            "aria-label": `End the ${session.client} session of ${dateTime(session.created_at)}`,
          }),
      },
    ],
  });
  const load = async () => {
    try {
      const { items, total } = await api.get(`${path}?limit=100`);
      table.update(items);
      clear(status, items.length < total ? `The newest ${items.length} of ${total}` : "");
      all.disabled = items.length === 0;
    } catch (error) {
      clear(status, messageOf(error));
    }
  };
  const end = async (target, text) => {
    await api.delete(target);
    toast(text);
    done();
    await load();
  };
  const all = action(
    "End all sessions",
    async () => {
      const text = "The account must sign in again on every device, and its sockets close.";
      if (await confirm(`End all sessions of ${user.username}?`, text, "End all sessions"))
        await end(path, `All sessions of ${user.username} have ended.`);
    },
    { kind: "danger" },
  );
  dialog({
    title: `Sessions of ${user.username}`,
    body: [status, table.element, h("p", { class: "actions" }, all)],
    kind: "wide",
  });
  load();
}
