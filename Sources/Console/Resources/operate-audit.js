// Lists of the past: recent warnings and errors of the log, and the actions of administrators.
import { clear, field, h, select } from "./dom.js";
import { counted, dateTime } from "./format.js";
import { liveTable, pager } from "./live-table.js";
import { badge, notice, repeat } from "./widgets.js";

const TONE = { warning: "warn", error: "bad", critical: "bad" };
const ACTIONS = [
  "user.create",
  "user.role",
  "user.disable",
  "user.enable",
  "user.delete",
  "user.set_password",
  "user.password_link",
  "user.link_identity",
  "user.unlink_identity",
  "session.revoke",
  "session.revoke_all",
  "token.issue",
  "token.revoke",
  "invitation.create",
  "invitation.revoke",
  "connection.close",
  "job.retry",
  "backup.create",
];

/** Texts by name, as pairs. */
const pairs = (values) =>
  Object.entries(values ?? {}).map(([name, value]) =>
    h("span", { class: "pair" }, h("span", { class: "muted" }, `${name} `), h("code", {}, String(value))),
  );

export function errorsView(element, { api }) {
  let rows = [];
  let level = "";
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const filter = select(
    [
      ["", "Warnings and errors"],
      ["error", "Errors only"],
    ],
    "",
    (value) => {
      level = value;
      show();
    },
  );
  const table = liveTable({
    label: "Warnings and errors",
    key: (row) => row.key,
    empty: "No warnings or errors since the start of the server.",
    columns: [
      { title: "Time", cell: (row) => dateTime(row.time) },
      { title: "Level", cell: (row) => badge(row.level, TONE[row.level]) },
      { title: "Message", isWide: true, cell: (row) => h("strong", {}, row.message) },
      { title: "Fields", isWide: true, cell: (row) => pairs(row.fields) },
    ],
  });
  const show = () => {
    const shown = rows.filter((row) => !level || row.level !== "warning");
    clear(summary, counted(shown.length, "entry", "entries"), " since the start of the server");
    table.update(shown);
  };
  const load = async () => {
    const { items } = await api.get("/api/v1/admin/errors?limit=100");
    // Entries have no id: equal ones are counted.
    const seen = new Map();
    rows = items.map((row) => {
      const text = JSON.stringify(row);
      seen.set(text, (seen.get(text) ?? 0) + 1);
      return { ...row, key: `${text}${seen.get(text)}` };
    });
    show();
  };
  clear(element, h("div", { class: "view-head" }, summary, field("Level", filter)), problem.element, table.element);
  const polling = repeat(5, () => problem.guard(load));
  return polling.stop;
}

export function auditView(element, { api }) {
  let chosen = "";
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const pages = pager(50, () => polling.now());
  const filter = select([["", "All actions"], ...ACTIONS.map((name) => [name, name])], "", (value) => {
    chosen = value;
    pages.reset();
    polling.now();
  });
  const table = liveTable({
    label: "Audit log",
    key: (row) => row.id,
    empty: "No actions yet.",
    columns: [
      { title: "Time", cell: (row) => dateTime(row.time) },
      {
        title: "Administrator",
        cell: (row) => row.admin_name ?? badge(row.source === "command" ? "command line" : "deleted account"),
      },
      { title: "Action", cell: (row) => h("code", {}, row.action) },
      {
        title: "Target",
        cell: (row) =>
          row.target ? h("strong", { title: row.target_id }, row.target) : h("code", {}, row.target_id?.slice(0, 8)),
      },
      { title: "Details", cell: (row) => (Object.keys(row.details ?? {}).length ? pairs(row.details) : null) },
      { title: "Address", cell: (row) => row.address },
    ],
  });
  const load = async () => {
    const { items, total } = await api.get(`/api/v1/admin/audit?${pages.query}${chosen && `&action=${chosen}`}`);
    clear(summary, counted(total, "action"));
    table.update(items);
    pages.update(items.length, total);
  };
  clear(
    element,
    h("div", { class: "view-head" }, summary, field("Action", filter)),
    problem.element,
    table.element,
    pages.element,
  );
  const polling = repeat(8, () => problem.guard(load));
  return polling.stop;
}
