// Faults: quick ones, a form for every kind, and the list with their firings.
import { clear, h, toast } from "./dom.js";
import { faultForm } from "./develop-fault.js";
import { count, counted } from "./format.js";
import { liveTable } from "./live-table.js";
import { action, badge, confirm, notice, repeat } from "./widgets.js";

const QUICK = [
  ["401, once", { kind: "status", status: 401, count: 1, match: { path: "/api/*" } }],
  ["409, once", { kind: "status", status: 409, count: 1, match: { method: "POST" } }],
  ["429, three times", { kind: "status", status: 429, retry_after_s: 3, count: 3 }],
  ["503, twice", { kind: "status", status: 503, retry_after_s: 2, count: 2 }],
  ["Slow network", { kind: "delay", ms: 600, jitter_ms: 400 }],
  ["Slow content", { kind: "slow_body", bytes_per_s: 400 }],
  ["Half of the frames lost", { kind: "drop", probability: 0.5, seed: 7, match: { direction: "out" } }],
  ["Frames twice", { kind: "duplicate" }],
  ["Frames in another order", { kind: "reorder", window: 3 }],
  ["No pongs", { kind: "swallow_pongs" }],
  ["Close all sockets, 1012", { kind: "close", close_code: 1012, reason: "Service restart" }],
  ["Reset all sockets", { kind: "reset", on: "now" }],
];

const PARAMETERS = {
  status: "",
  code: "",
  message: "",
  retry_after_s: "Retry-After",
  ms: "ms",
  jitter_ms: "jitter ms",
  bytes_per_s: "bytes/s",
  close_code: "",
  reason: "",
  window: "window",
};

/** The parameters of a fault in a few words. */
const parameters = (fault) =>
  Object.entries(PARAMETERS)
    .filter(([name]) => fault[name] !== null && fault[name] !== undefined && fault[name] !== "")
    .map(([name, label]) => [label, fault[name]].filter((part) => part !== "").join(" "))
    .join(" · ");

const matched = ({ match = {} }) =>
  Object.entries(match ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      h(
        "span",
        { class: "pair" },
        h("span", { class: "muted" }, `${name.replace("_", " ")} `),
        h("code", {}, String(value)),
      ),
    );

export function faultsView(element, { api, changed }) {
  const problem = notice();
  const summary = h("p", { class: "muted", role: "status" });
  const refresh = async () => {
    changed();
    await polling.now();
  };
  const create = async (fault) => {
    const { id } = await api.post("/dev/faults", fault);
    toast(`Fault ${id} is active.`);
    await refresh();
  };
  const remove = (fault) => async () => {
    await api.delete(`/dev/faults/${fault.id}`, {});
    await refresh();
  };
  const release = (fault) => async () => {
    const { released } = await api.post(`/dev/faults/${fault.id}/release`);
    toast(`${counted(released, "frame or connection", "frames and connections")} released.`);
    await refresh();
  };
  const all = action(
    "Clear all faults",
    async () => {
      if (
        !(await confirm(
          "Clear all faults?",
          "Delays end, held frames are sent, and half-open connections continue.",
          "Clear all faults",
        ))
      )
        return;
      const { deleted } = await api.delete("/dev/faults", {});
      toast(`${counted(deleted, "fault")} cleared.`);
      await refresh();
    },
    { icon: "trash" },
  );
  const table = liveTable({
    label: "Faults",
    key: (fault) => fault.id,
    empty: "No faults. The server behaves as usual.",
    columns: [
      {
        title: "Fault",
        cell: (fault) => [
          h("strong", {}, `${fault.id} ${fault.kind.replace("_", " ")}`),
          h("small", { class: "muted block" }, parameters(fault)),
        ],
      },
      { title: "On", cell: (fault) => fault.on },
      {
        title: "Matches",
        cell: (fault) => {
          const pairs = matched(fault);
          return pairs.length ? pairs : "everything";
        },
      },
      {
        title: "Share",
        isNumber: true,
        cell: (fault) =>
          fault.probability < 1 ? `${Math.round(fault.probability * 100)} %, seed ${fault.seed}` : "all",
      },
      {
        title: "Fired",
        isNumber: true,
        depends: (fault) => `${fault.fired} ${fault.remaining}`,
        cell: (fault) =>
          h(
            "span",
            { class: fault.fired > 0 && "fired" },
            fault.remaining === null || fault.remaining === undefined
              ? count(fault.fired)
              : `${count(fault.fired)} of ${count(fault.fired + fault.remaining)}`,
          ),
      },
      {
        title: "State",
        depends: (fault) => `${fault.is_active} ${fault.held}`,
        cell: (fault) => [
          badge(fault.is_active ? "active" : "spent", fault.is_active ? "bad" : undefined),
          fault.held > 0 && [" ", badge(`${fault.held} held`, "warn")],
        ],
      },
      {
        title: "Actions",
        isAction: true,
        depends: (fault) => fault.held > 0,
        cell: (fault) =>
          h(
            "div",
            { class: "actions" },
            fault.held > 0 &&
              action("Release", release(fault), {
                class: "button small",
                "aria-label": `Release the frames of fault ${fault.id}`,
              }),
            action("Delete", remove(fault), { class: "button small", "aria-label": `Delete fault ${fault.id}` }),
          ),
      },
    ],
  });
  const load = async () => {
    const { items, held_bytes: held } = await api.get("/dev/faults");
    clear(
      summary,
      `${counted(items.filter((fault) => fault.is_active).length, "active fault")}${held > 0 ? `, ${count(held)} bytes held back` : ""}`,
    );
    all.hidden = items.length === 0;
    table.update(items);
  };
  clear(
    element,
    h(
      "section",
      { class: "card stack" },
      h("h2", {}, "Quick faults"),
      h(
        "p",
        { class: "muted" },
        "One click makes the fault. Requests of the console to /dev and /console are never disturbed.",
      ),
      h(
        "div",
        { class: "chips" },
        QUICK.map(([label, fault]) => action(label, () => create(fault), { class: "button chip" })),
      ),
    ),
    h(
      "section",
      { class: "card stack" },
      h("div", { class: "spread" }, h("h2", {}, "Faults"), summary, all),
      problem.element,
      table.element,
    ),
    h("section", { class: "card stack" }, h("h2", {}, "New fault"), faultForm(create)),
  );
  const polling = repeat(2, () => problem.guard(load));
  return polling.stop;
}
