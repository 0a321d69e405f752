// Data of development: example data, snapshots by name, and reset.
import { clear, field, h, toast } from "./dom.js";
import { bytes, counted, dateTime } from "./format.js";
import { liveTable } from "./live-table.js";
import { action, confirm, form, notice, repeat } from "./widgets.js";

const NAMES = {
  meals: "meal",
  rooms: "room",
  messages: "message",
  consultations: "consultation",
  templates: "template",
  sync_items: "item of mobile sync",
  conflicts: "conflict",
};

/** The counts of a seed as a sentence. */
function described(result) {
  const parts = Object.entries(NAMES)
    .filter(([name]) => result[name] !== undefined)
    .map(([name, label]) => counted(result[name], label, name === "sync_items" ? "items of mobile sync" : undefined));
  return `${result.created ? "Created" : "It exists already:"} ${parts.join(", ")}.`;
}

/** The accounts of a seed, each with a button that signs it in. */
function people(users, accounts) {
  return h(
    "ul",
    { class: "chips", "aria-label": "Accounts of the example data" },
    users.map(({ username, name, password }) =>
      h(
        "li",
        {},
        action(
          `Sign in ${name || username}`,
          async () => {
            await accounts.signIn(username, password, { isActive: false });
            toast(`${name || username} is signed in. Choose the account at the top.`);
          },
          { icon: "user", class: "button chip", title: `${username}, password ${password}` },
        ),
      ),
    ),
  );
}

export function dataView(element, { api, accounts, changed }) {
  const problem = notice();
  const result = h("div", { class: "stack", role: "status" });
  const replaces = h("input", { type: "checkbox" });
  const name = h("input", {
    required: true,
    maxlength: 64,
    pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "before-upgrade",
  });
  const timed = async (text, run) => {
    const start = performance.now();
    await run();
    toast(`${text} in ${Math.round(performance.now() - start)} ms.`);
    changed();
    polling.now();
  };
  const replaced = async (run) => {
    await run();
    // Shows at once whether the session of the active account exists in the new data.
    await api.get("/api/v1/users/me").catch(() => {});
  };
  const path = (snapshot) => `/dev/snapshots/${encodeURIComponent(snapshot.name)}`;
  const restore = async (snapshot) => {
    const text =
      "Everything that is stored now is replaced. Sockets close, and sessions that are newer than the snapshot end.";
    if (await confirm(`Restore the snapshot ${snapshot.name}?`, text, `Restore ${snapshot.name}`))
      await timed(`Restored ${snapshot.name}`, () => replaced(() => api.post(`${path(snapshot)}/restore`)));
  };
  const remove = async (snapshot) => {
    if (
      await confirm(
        `Delete the snapshot ${snapshot.name}?`,
        "The stored data is not changed.",
        `Delete ${snapshot.name}`,
      )
    )
      await timed(`Deleted ${snapshot.name}`, () => api.delete(path(snapshot), {}));
  };
  const table = liveTable({
    label: "Snapshots",
    key: (snapshot) => `${snapshot.name} ${snapshot.created_at}`,
    empty: "No snapshots yet.",
    columns: [
      { title: "Name", cell: (snapshot) => h("strong", {}, snapshot.name) },
      { title: "Size", isNumber: true, cell: (snapshot) => bytes(snapshot.bytes) },
      { title: "Saved", cell: (snapshot) => dateTime(snapshot.created_at) },
      {
        title: "Actions",
        isAction: true,
        cell: (snapshot) =>
          h(
            "div",
            { class: "actions" },
            action("Restore", () => restore(snapshot), {
              class: "button small",
              "aria-label": `Restore ${snapshot.name}`,
            }),
            action("Delete", () => remove(snapshot), {
              class: "button small",
              "aria-label": `Delete ${snapshot.name}`,
            }),
          ),
      },
    ],
  });
  const seed = action(
    "Create example data",
    async () => {
      const made = await api.post("/dev/seed", { scenario: "demo", replace: replaces.checked });
      clear(result, h("p", {}, described(made)), people(made.users ?? [], accounts));
      changed();
    },
    { kind: "primary" },
  );
  const reset = action(
    "Reset the server",
    async () => {
      const text =
        "Everything is deleted except for the accounts of development mode and the snapshots. Sockets close, and every session ends.";
      if (await confirm("Reset all data of this server?", text, "Reset all data"))
        await timed("Reset", () => replaced(() => api.post("/dev/reset")));
    },
    { kind: "danger" },
  );
  clear(
    element,
    h(
      "section",
      { class: "card stack" },
      h("h2", {}, "Snapshots"),
      h("p", { class: "muted" }, "A snapshot is the whole stored state under a name."),
      problem.element,
      form("Save a snapshot", [field("Name", name)], () =>
        timed(`Saved ${name.value.trim()}`, async () => {
          await api.post("/dev/snapshots", { name: name.value });
          name.value = "";
        }),
      ),
      table.element,
    ),
    h(
      "section",
      { class: "card stack" },
      h("h2", {}, "Example data"),
      h(
        "p",
        { class: "muted" },
        "Four accounts with three months of meals, rooms with messages, consultations, templates, and a conflict of mobile sync.",
      ),
      h("div", { class: "chips" }, seed, h("label", { class: "check" }, replaces, "Replace existing example data")),
      result,
    ),
    h(
      "section",
      { class: "card stack" },
      h("h2", {}, "Reset"),
      h("p", { class: "muted" }, "Back to the first start of the server."),
      h("div", { class: "chips" }, reset),
    ),
  );
  const list = async () => {
    try {
      table.update((await api.get("/dev/snapshots")).items ?? []);
    } catch (error) {
      if (error.status !== 404) throw error;
      polling.stop();
      clear(element, h("p", { class: "card muted" }, "Example data, snapshots and reset need storage.engine sqlite."));
    }
  };
  const polling = repeat(10, () => problem.guard(list));
  return polling.stop;
}
