// Background jobs: waiting, running and failed ones.
import { clear, field, h, select, toast } from "./dom.js";
import { count, dateTime } from "./format.js";
import { liveTable, pager } from "./live-table.js";
import { action, badge, confirm, notice, repeat } from "./widgets.js";

const STATES = ["waiting", "running", "failed"];
const TONE = { running: "info", failed: "bad" };

export function jobsView(element, { api }) {
  let state = "";
  const problem = notice();
  const figures = h("ul", { class: "tiles is-three", "aria-label": "Jobs by state" });
  const pages = pager(50, () => polling.now());
  const filter = select([["", "All states"], ...STATES.map((name) => [name, name])], "", (value) => {
    state = value;
    pages.reset();
    polling.now();
  });

  const retry = async (job) => {
    if (
      !(await confirm(
        `Retry job ${job.id}?`,
        `The ${job.kind} job is queued again, with all attempts.`,
        `Retry job ${job.id}`,
        { danger: false },
      ))
    )
      return;
    await api.post(`/api/v1/admin/jobs/${job.id}/retry`);
    toast(`Job ${job.id} is queued again.`);
    polling.now();
  };
  const table = liveTable({
    label: "Jobs",
    key: (job) => job.id,
    empty: "No jobs in this state.",
    columns: [
      { title: "Job", cell: (job) => h("span", {}, `${job.id} `, h("code", {}, job.kind)) },
      { title: "State", cell: (job) => badge(job.state, TONE[job.state]), depends: (job) => job.state },
      { title: "Attempts", isNumber: true, cell: (job) => count(job.attempts) },
      { title: "Error", isWide: true, cell: (job) => job.error && h("span", { class: "error-text" }, job.error) },
      { title: "Account", cell: (job) => job.user_id && h("code", { title: job.user_id }, job.user_id.slice(0, 8)) },
      { title: "Created", cell: (job) => dateTime(job.created_at) },
      { title: "Next attempt", cell: (job) => (job.run_at ? dateTime(job.run_at) : null) },
      {
        title: "Actions",
        isAction: true,
        depends: (job) => job.state,
        cell: (job, current) =>
          job.state === "failed" &&
          action("Retry", () => retry(current()), { icon: "redo", "aria-label": `Retry job ${job.id}` }),
      },
    ],
  });
  const load = async () => {
    const { items, counts, total } = await api.get(`/api/v1/admin/jobs?${pages.query}${state && `&state=${state}`}`);
    clear(
      figures,
      STATES.map((name) =>
        h(
          "li",
          { class: "tile" },
          h("span", {}, name),
          h("strong", { class: name === "failed" && counts[name] > 0 && "error-text" }, count(counts[name])),
        ),
      ),
    );
    table.update(items);
    pages.update(items.length, total);
  };
  clear(
    element,
    figures,
    h("div", { class: "view-head" }, field("State", filter)),
    problem.element,
    table.element,
    pages.element,
  );
  const polling = repeat(4, () => problem.guard(load));
  return polling.stop;
}
