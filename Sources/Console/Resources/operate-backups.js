// Backups of the data folder.
import { clear, h, toast } from "./dom.js";
import { bytes, counted, dateTime, milliseconds } from "./format.js";
import { liveTable } from "./live-table.js";
import { action, notice, repeat } from "./widgets.js";

export function backupsView(element, { api }) {
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const table = liveTable({
    label: "Backups",
    key: (backup) => backup.file,
    empty: "No backups in the data folder yet.",
    columns: [
      { title: "File", cell: (backup) => h("code", {}, backup.file) },
      { title: "Size", isNumber: true, cell: (backup) => bytes(backup.bytes) },
      { title: "Created", cell: (backup) => dateTime(backup.created_at) },
    ],
  });
  const create = action(
    "Back up now",
    async () => {
      const { file, bytes: size, duration_ms: taken } = await api.post("/api/v1/admin/backups");
      toast(`${file}: ${bytes(size)} in ${milliseconds(taken)}.`);
      polling.now();
    },
    { kind: "primary", icon: "save" },
  );
  const load = async () => {
    const { items } = await api.get("/api/v1/admin/backups?limit=100");
    clear(
      summary,
      `${counted(items.length, "backup")}, ${bytes(items.reduce((sum, one) => sum + one.bytes, 0))}. The newest 10 are kept in `,
      h("code", {}, "backups/"),
      " of the data folder.",
    );
    table.update(items);
  };
  clear(element, h("div", { class: "view-head" }, summary, create), problem.element, table.element);
  const polling = repeat(15, () => problem.guard(load));
  return polling.stop;
}
