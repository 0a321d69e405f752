// The accounts: search, create, disable, role, password link, sessions, delete.
import { button, clear, field, h, icon, select, toast } from "./dom.js";
import { bytes, count, counted, dateTime } from "./format.js";
import { liveTable, pager } from "./live-table.js";
import { createAccount, showPasswordLink, showSessions } from "./operate-account.js";
import { act, badge, confirm, notice, repeat } from "./widgets.js";

export function accountsView(element, { api, account }) {
  const filters = { search: "", role: "", disabled: "" };
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const pages = pager(50, () => polling.now());
  const set = (name) => (value) => {
    filters[name] = value.trim();
    pages.reset();
    polling.now();
  };
  let typing;
  const search = h("input", {
    type: "search",
    placeholder: "Name or address",
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => set("search")(search.value), 250);
    },
  });

  const path = (user, rest = "") => `/api/v1/admin/users/${user.id}${rest}`;
  const change = async (user, body, text) => {
    await api.patch(path(user), body);
    toast(text);
    polling.now();
  };
  const actions = {
    role: async (user) => {
      const role = user.role === "admin" ? "user" : "admin";
      const text =
        role === "admin"
          ? "An administrator can read and change everything in this panel."
          : "The account loses access to this panel at once.";
      if (await confirm(`Give ${user.username} the role ${role}?`, text, `Make ${role}`, { danger: role !== "admin" }))
        await change(user, { role }, `${user.username} has the role ${role}.`);
    },
    disable: async (user) => {
      const text = "All sessions and sockets of the account end, and it cannot sign in until it is enabled again.";
      if (await confirm(`Disable ${user.username}?`, text, `Disable ${user.username}`))
        await change(user, { is_disabled: true }, `${user.username} is disabled.`);
    },
    enable: (user) => change(user, { is_disabled: false }, `${user.username} is enabled.`),
    link: async (user) => {
      const text = "The link lets its holder choose a new password. An earlier link is no longer valid.";
      if (await confirm(`Make a password link for ${user.username}?`, text, "Make the link", { danger: false }))
        showPasswordLink(user.username, await api.post(path(user, "/password-link")));
    },
    sessions: async (user) => showSessions(api, user, () => polling.now()),
    delete: async (user) => {
      const text = `The account ${user.username} and everything that belongs to it are deleted: meals, messages, consultations. This cannot be undone.`;
      if (!(await confirm(`Delete ${user.username}?`, text, `Delete ${user.username}`))) return;
      await api.delete(path(user));
      toast(`${user.username} is deleted.`);
      polling.now();
    },
  };
  const table = liveTable({
    label: "Accounts",
    key: (user) => user.id,
    empty: "No account matches.",
    columns: [
      { title: "Account", cell: (user) => [h("strong", {}, user.username), describe(user)] },
      { title: "Role", cell: (user) => badge(user.role, user.role === "admin" ? "accent" : undefined) },
      {
        title: "State",
        cell: (user) => badge(user.is_disabled ? "disabled" : "enabled", user.is_disabled ? "bad" : "good"),
      },
      { title: "Sessions", isNumber: true, cell: (user) => count(user.sessions) },
      { title: "Stored", isNumber: true, cell: (user) => bytes(user.stored_bytes) },
      { title: "Created", cell: (user) => dateTime(user.created_at) },
      {
        title: "Actions",
        isAction: true,
        depends: (user) => `${user.role}${user.is_disabled}`,
        cell: (user, current) => menu(user, current, actions, user.id === account.id),
      },
    ],
  });
  const load = async () => {
    const query = Object.entries(filters)
      .filter(([, value]) => value)
      .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
      .join("");
    const { items, total } = await api.get(`/api/v1/admin/users?${pages.query}${query}`);
    clear(summary, counted(total, "account"));
    table.update(items);
    pages.update(items.length, total);
  };
  clear(
    element,
    h(
      "div",
      { class: "view-head" },
      summary,
      button("Create account", () => createAccount(api, () => polling.now()), { kind: "primary", icon: "plus" }),
    ),
    h(
      "div",
      { class: "filters" },
      field("Search", search),
      field("Role", select([["", "All roles"], "user", "admin"], "", set("role"))),
      field(
        "State",
        select(
          [
            ["", "All states"],
            ["false", "enabled"],
            ["true", "disabled"],
          ],
          "",
          set("disabled"),
        ),
      ),
    ),
    problem.element,
    table.element,
    pages.element,
  );
  const polling = repeat(6, () => problem.guard(load));
  return () => {
    clearTimeout(typing);
    polling.stop();
  };
}

const describe = ({ username, name, email, has_password: hasPassword }) => {
  const parts = [name, email !== username && email, hasPassword === false && "no password"].filter(
    (part) => part && part !== username,
  );
  return parts.length > 0 && h("small", { class: "muted block" }, parts.join(" · "));
};

/** The actions on one account. An administrator cannot change the own role, nor disable or delete the own account. */
function menu(user, current, actions, isOwn) {
  const entry = (label, run, options = {}) => {
    const made = button(
      label,
      () => {
        // The dialog returns the focus to where it was, and the entry is hidden by then.
        const details = made.closest("details");
        details.open = false;
        details.querySelector("summary").focus();
        act(made, () => run(current()));
      },
      options,
    );
    return made;
  };
  const list = [
    entry("Sessions", actions.sessions),
    entry("Password link", actions.link),
    !isOwn && entry(user.role === "admin" ? "Make user" : "Make admin", actions.role),
    !isOwn && (user.is_disabled ? entry("Enable", actions.enable) : entry("Disable", actions.disable)),
    !isOwn && entry("Delete", actions.delete, { kind: "danger" }),
  ].filter(Boolean);
  return h(
    "details",
    { class: "menu", ontoggle: (event) => event.target.open && placeMenu(event.target) },
    h("summary", { class: "button", "aria-label": `Actions for ${user.username}` }, icon("dots")),
    h("div", { class: "menu-list" }, list),
  );
}

/** Shows the open menu above the scrolling table. Escape, scrolling, and a focus or pointer elsewhere close it. */
function placeMenu(details) {
  const list = details.querySelector(".menu-list");
  const box = details.getBoundingClientRect();
  list.style.right = `${Math.max(8, document.documentElement.clientWidth - box.right)}px`;
  // Phones have the navigation in the lowest 4.5 rem.
  const isBelow = box.bottom + list.offsetHeight + 80 < innerHeight;
  list.style.top = isBelow ? `${box.bottom + 4}px` : `${Math.max(8, box.top - list.offsetHeight - 4)}px`;
  const controller = new AbortController();
  const close = (focuses) => {
    details.open = false;
    controller.abort();
    if (focuses) details.querySelector("summary").focus();
  };
  const { signal } = controller;
  details.addEventListener("toggle", () => !details.open && controller.abort(), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && close(true), { signal });
  addEventListener("scroll", () => close(false), { signal, capture: true });
  addEventListener("pointerdown", (event) => !details.contains(event.target) && close(false), { signal });
  addEventListener("focusin", (event) => !details.contains(event.target) && close(false), { signal });
}
