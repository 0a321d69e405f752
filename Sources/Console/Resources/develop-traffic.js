// The traffic of the server: requests, frames and firings of faults, as they happen.
import { button, clear, field, h, select } from "./dom.js";
import { trafficRow } from "./develop-row.js";
import { counted } from "./format.js";
import { action, notice } from "./widgets.js";

const KEPT = 1000;
const SHOWN = 300;
const KINDS = [
  ["", "Everything"],
  ["http", "Requests"],
  ["frame", "Frames"],
  ["fault", "Faults"],
];
const PROBES = /^\/(ready|health|metrics)$/;

const texts = new WeakMap();

/** Every text of an item by which it can be found, in lower case. Items do not change. */
function textOf(item) {
  if (!texts.has(item)) {
    const { method, path, url, status, message_type: type, fault, summary, body, request, response } = item;
    const parts = [
      method,
      path,
      url,
      status,
      type,
      fault,
      summary,
      body,
      request?.body,
      response?.body,
      item.request_id,
    ];
    texts.set(item, parts.filter(Boolean).join("\n").toLowerCase());
  }
  return texts.get(item);
}

export function trafficView(element, { api }) {
  const filters = { kind: "", text: "", connection: null, hasProbes: false };
  const controller = new AbortController();
  let items = [];
  let isPaused = false;
  let waiting = 0;
  const problem = notice();
  const list = h("div", { class: "traffic" });
  const summary = h("p", { class: "muted", role: "status" });
  const matches = (item) =>
    (!filters.kind || item.kind === filters.kind) &&
    (filters.connection === null || item.connection === filters.connection) &&
    (filters.hasProbes || !PROBES.test(item.path)) &&
    (!filters.text || textOf(item).includes(filters.text));

  const only = (connection) => {
    filters.connection = connection;
    show();
  };
  const describe = () => {
    const shown = items.filter(matches).length;
    clear(
      summary,
      isPaused
        ? `Paused, ${counted(waiting, "new item")}.`
        : `${counted(shown, "item")}${shown < items.length ? ` of ${items.length}` : ""}.`,
      filters.connection !== null && [
        " Connection ",
        String(filters.connection),
        " only. ",
        button("Show all connections", () => only(null), { class: "link" }),
      ],
    );
  };
  const show = () => {
    const shown = items.filter(matches).slice(-SHOWN).reverse();
    clear(
      list,
      shown.map((item) => trafficRow(item, only)),
      !shown.length &&
        h(
          "p",
          { class: "empty" },
          items.length
            ? "Nothing matches the filter."
            : "Waiting for requests and frames. Use the app, or the panels Sockets and Play.",
        ),
    );
    describe();
  };
  const add = (fresh) => {
    items = [...items, ...fresh].slice(-KEPT);
    if (isPaused) {
      waiting += fresh.filter(matches).length;
      return describe();
    }
    if (!fresh.some(matches)) return describe();
    if (!list.querySelector("details")) return show();
    for (const item of fresh.filter(matches)) list.prepend(trafficRow(item, only));
    while (list.children.length > SHOWN) list.lastElementChild.remove();
    describe();
  };

  const pause = button(
    "Pause",
    () => {
      isPaused = !isPaused;
      waiting = 0;
      pause.setAttribute("aria-pressed", String(isPaused));
      show();
    },
    { icon: "pause", "aria-pressed": "false" },
  );
  const empty = action(
    "Clear",
    async () => {
      await api.delete("/dev/traffic", {});
      items = [];
      waiting = 0;
      show();
    },
    { icon: "trash" },
  );
  let typing;
  const search = h("input", {
    type: "search",
    placeholder: "Path, type, status, content",
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        filters.text = search.value.trim().toLowerCase();
        show();
      }, 150);
    },
  });
  const probes = h("input", {
    type: "checkbox",
    onchange: () => {
      filters.hasProbes = probes.checked;
      show();
    },
  });
  clear(
    element,
    h(
      "div",
      { class: "filters is-traffic" },
      field(
        "Show",
        select(KINDS, "", (value) => {
          filters.kind = value;
          show();
        }),
      ),
      field("Search", search),
      h("label", { class: "check" }, probes, "Health checks"),
      h("div", { class: "actions" }, pause, empty),
    ),
    h("h2", { class: "hidden" }, "Items"),
    summary,
    problem.element,
    list,
  );
  show();
  follow(api, controller.signal, add, problem);
  return () => {
    clearTimeout(typing);
    controller.abort();
  };
}

/** Reads the traffic by long polling until `signal` aborts. */
async function follow(api, signal, add, problem) {
  let after;
  while (!signal.aborted) {
    let hasFailed = true;
    await problem.guard(async () => {
      const query = after === undefined ? "limit=200" : `after=${after}&limit=500&wait_s=20`;
      const page = await api.get(`/dev/traffic?${query}`, { signal });
      hasFailed = false;
      // After a restart or a restored snapshot the ids begin again.
      after = page.last_id;
      if (page.items.length && !signal.aborted) add(page.items);
    });
    if (hasFailed && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
