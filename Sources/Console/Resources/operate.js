// The panel of the operator: what the server does now, and actions on connections, jobs, accounts and backups.
import { clear, h } from "./dom.js";
import { accountsView } from "./operate-accounts.js";
import { auditView, errorsView } from "./operate-audit.js";
import { backupsView } from "./operate-backups.js";
import { connectionsView } from "./operate-connections.js";
import { jobsView } from "./operate-jobs.js";
import { plotsView } from "./operate-plots.js";
import { roomsView } from "./operate-rooms.js";
import { views } from "./widgets.js";

const VIEWS = [
  ["overview", "Overview", plotsView],
  ["connections", "Connections", connectionsView],
  ["jobs", "Jobs", jobsView],
  ["accounts", "Accounts", accountsView],
  ["rooms", "Rooms", roomsView],
  ["errors", "Errors", errorsView],
  ["backups", "Backups", backupsView],
  ["audit", "Audit", auditView],
];

export function mount(element, context) {
  if (!context.account?.isAdmin) {
    clear(
      element,
      h(
        "p",
        { class: "notice" },
        "This panel is for accounts with the role admin. ",
        "The role is given by an administrator, or on the server by: ",
        h("code", {}, "hearth user role NAME admin"),
      ),
    );
    return undefined;
  }
  const items = VIEWS.map(([id, label, view]) => ({ id, label, open: (place) => view(place, context) }));
  const made = views("operate", "Subjects of the operator", items, context.route[0]);
  clear(element, made.element);
  return made.stop;
}
