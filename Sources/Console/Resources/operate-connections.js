// The open event sockets.
import { button, clear, field, h, select, toast } from "./dom.js";
import { bytes, counted, dateTime, duration } from "./format.js";
import { liveTable, pager } from "./live-table.js";
import { act, confirm, notice, repeat } from "./widgets.js";

const KINDS = [
  ["", "All kinds"],
  ["meal_logs", "Meal logs"],
  ["nutrition", "Nutrition"],
  ["consultation", "Consultation"],
  ["chat", "Chat"],
  ["mobile_sync", "Mobile sync"],
];

export function connectionsView(element, { api }) {
  let kind = "";
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const pages = pager(50, () => polling.now());
  const filter = select(KINDS, "", (value) => {
    kind = value;
    pages.reset();
    polling.now();
  });

  const disconnect = async (row, control) => {
    const name = `${row.username}’s ${row.kind} connection`;
    const text = `The socket from ${row.address}${row.device ? `, device ${row.device},` : ""} is closed with code 1001. Its client may connect again.`;
    if (!(await confirm(`Disconnect ${name}?`, text, "Disconnect"))) return;
    if (await act(control, () => api.delete(`/api/v1/admin/connections/${row.id}`))) toast(`Disconnected ${name}.`);
    polling.now();
  };
  const table = liveTable({
    label: "Connections",
    key: (row) => row.id,
    empty: "No open sockets.",
    columns: [
      { title: "User", cell: (row) => h("strong", {}, row.username) },
      {
        title: "Kind",
        cell: (row) => [h("code", {}, row.kind), row.topic && h("small", { class: "muted" }, ` ${row.topic}`)],
        depends: (row) => row.kind + row.topic,
      },
      { title: "Device", cell: (row) => row.device },
      { title: "Address", cell: (row) => row.address },
      {
        title: "Age",
        isNumber: true,
        cell: (row) => h("span", { title: `since ${dateTime(row.connected_at)}` }, duration(row.age_s)),
      },
      { title: "Queued", isNumber: true, cell: (row) => bytes(row.queued_bytes) },
      {
        title: "Actions",
        isAction: true,
        depends: (row) => row.id,
        cell: (row, current) => {
          const control = button("Disconnect", () => disconnect(current(), control), {
            "aria-label": `Disconnect ${row.username}, ${row.kind}`,
          });
          return control;
        },
      },
    ],
  });
  const load = async () => {
    const { items, total } = await api.get(`/api/v1/admin/connections?${pages.query}${kind && `&kind=${kind}`}`);
    clear(summary, counted(total, "open socket"));
    table.update(items);
    pages.update(items.length, total);
  };
  clear(
    element,
    h("div", { class: "view-head" }, summary, field("Kind", filter)),
    problem.element,
    table.element,
    pages.element,
  );
  const polling = repeat(3, () => problem.guard(load));
  return polling.stop;
}
