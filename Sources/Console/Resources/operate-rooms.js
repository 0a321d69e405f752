// The chat rooms of all accounts.
import { clear, h } from "./dom.js";
import { count, counted, dateTime } from "./format.js";
import { liveTable, pager } from "./live-table.js";
import { badge, notice, repeat } from "./widgets.js";

export function roomsView(element, { api }) {
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const pages = pager(50, () => polling.now());
  const table = liveTable({
    label: "Rooms",
    key: (room) => room.id,
    empty: "No rooms yet.",
    columns: [
      {
        title: "Room",
        cell: (room) => [h("strong", {}, room.name), h("small", { class: "muted" }, ` ${room.id}`)],
        depends: (room) => room.name,
      },
      {
        title: "Access",
        cell: (room) => badge(room.is_private ? "private" : "public", room.is_private ? "warn" : undefined),
        depends: (room) => room.is_private,
      },
      { title: "Members", isNumber: true, cell: (room) => count(room.members) },
      { title: "Messages", isNumber: true, cell: (room) => count(room.messages) },
      { title: "Last message", cell: (room) => dateTime(room.last_message_at) },
      { title: "Created", cell: (room) => dateTime(room.created_at) },
    ],
  });
  const load = async () => {
    const { items, total } = await api.get(`/api/v1/admin/rooms?${pages.query}`);
    clear(summary, counted(total, "room"));
    table.update(items);
    pages.update(items.length, total);
  };
  clear(element, h("div", { class: "view-head" }, summary), problem.element, table.element, pages.element);
  const polling = repeat(10, () => problem.guard(load));
  return polling.stop;
}
