// The form for a fault: the members of its kind, the match, and how often it fires.
import { clear, field, h, select } from "./dom.js";
import { form } from "./widgets.js";

const NUMBER = (min, max, value) => ({ type: "number", min, max, value, inputmode: "numeric" });
const MEMBERS = {
  status: ["Status", NUMBER(400, 599, 503)],
  code: ["Error code", { placeholder: "by the status", maxlength: 64 }],
  message: ["Message", { placeholder: "by the status", maxlength: 200 }],
  retry_after_s: ["Retry-After, s", NUMBER(0, 86_400)],
  ms: ["Milliseconds", NUMBER(0, 300_000, 500)],
  jitter_ms: ["Jitter, ms", NUMBER(0, 300_000)],
  bytes_per_s: ["Bytes per second", NUMBER(1, 1_000_000, 1000)],
  close_code: ["Close code", NUMBER(1000, 4999, 1011)],
  reason: ["Reason", { maxlength: 123 }],
  window: ["Frames in a group", NUMBER(2, 16, 2)],
};

/** Kind: label, effect, points at which it is examined (default first), members. */
const KINDS = {
  status: [
    "Error status",
    "The error envelope instead of the response.",
    ["request", "response"],
    ["status", "code", "message", "retry_after_s"],
  ],
  delay: ["Delay", "Waits, and up to the jitter more.", ["request", "response", "frame"], ["ms", "jitter_ms"]],
  slow_body: ["Slow content", "Sends the content of the response at this speed.", ["response"], ["bytes_per_s"]],
  reset: ["Connection reset", "Closes the connection with RST.", ["request", "response", "frame", "now"], []],
  half_open: [
    "Half-open connection",
    "Keeps the connection, but reads and sends nothing.",
    ["request", "response", "frame", "now"],
    ["ms"],
  ],
  swallow_pongs: ["No pongs", "Pings of the client are not answered.", ["frame"], []],
  close: ["Close the socket", "Closes the socket with a code of choice.", ["now", "frame"], ["close_code", "reason"]],
  drop: ["Drop frames", "Messages are not delivered.", ["frame"], []],
  duplicate: ["Duplicate frames", "Messages are sent twice.", ["frame"], []],
  hold: [
    "Hold frames back",
    "Holds messages back, for the time or until they are released; later ones overtake them.",
    ["frame"],
    ["ms"],
  ],
  reorder: ["Reorder frames", "Sends each group of messages in another order.", ["frame"], ["window", "ms"]],
};
// Without a time, these last until the fault is released or deleted, or have a default.
const OPTIONAL = {
  hold: ["ms"],
  half_open: ["ms"],
  reorder: ["ms"],
  status: ["code", "message", "retry_after_s"],
  delay: ["jitter_ms"],
  close: ["reason"],
};

const ANY = [["", "any"]];
const METHODS = [...ANY, "GET", "POST", "PUT", "PATCH", "DELETE"];
const PATHS = [
  "/api/v1/meal-logs*",
  "/api/v1/auth/*",
  "/api/*",
  "/ws*",
  "/ws/meal-logs",
  "/ws/chat/*",
  "/ws/consultation",
  "/ws/mobile/sync",
];
const POINTS = {
  request: "request, before its effect",
  response: "response, after its effect",
  frame: "frame of a socket",
  now: "now, open sockets",
};

/** A form whose `create(fault)` sends the fault. */
export function faultForm(create) {
  let inputs = {};
  const effect = h("p", { class: "muted full" });
  const members = h("div", { class: "grid full" });
  const kind = select(
    Object.entries(KINDS).map(([name, [label]]) => [name, label]),
    "status",
    () => show(),
  );
  const point = h("div", {});
  const paths = h(
    "datalist",
    { id: "fault-paths" },
    PATHS.map((value) => h("option", { value })),
  );
  const match = {
    method: select(METHODS, ""),
    path: h("input", { list: "fault-paths", placeholder: "any", maxlength: 512, autocomplete: "off" }),
    message_type: h("input", { placeholder: "any", maxlength: 128, autocomplete: "off" }),
    direction: select([...ANY, ["in", "from the client"], ["out", "from the server"]], ""),
  };
  const often = {
    count: h("input", { type: "number", min: 1, max: 1_000_000, placeholder: "no limit" }),
    probability: h("input", { type: "number", min: 0.01, max: 1, step: 0.01, value: 1 }),
    seed: h("input", { type: "number", min: 0, value: 1 }),
  };
  let on;
  const show = () => {
    const [, text, points, names] = KINDS[kind.value];
    clear(effect, text);
    on = select(
      points.map((name) => [name, POINTS[name]]),
      points[0],
    );
    clear(point, field("Examined on", on));
    inputs = Object.fromEntries(
      names.map((name) => {
        const isOptional = OPTIONAL[kind.value]?.includes(name);
        const [label, attributes] = MEMBERS[name];
        return [
          name,
          [
            label,
            h("input", {
              ...attributes,
              required: !isOptional,
              value: isOptional ? undefined : attributes.value,
              placeholder: isOptional ? (attributes.placeholder ?? "optional") : undefined,
            }),
          ],
        ];
      }),
    );
    clear(
      members,
      Object.values(inputs).map(([label, input]) => field(label, input)),
    );
    members.hidden = names.length === 0;
  };
  show();
  const read = (controls) =>
    Object.fromEntries(
      Object.entries(controls)
        .filter(([, input]) => input.value !== "")
        .map(([name, input]) => [name, input.type === "number" ? Number(input.value) : input.value]),
    );
  const submit = () =>
    create({
      kind: kind.value,
      on: on.value,
      ...read(Object.fromEntries(Object.entries(inputs).map(([name, [, input]]) => [name, input]))),
      match: read(match),
      ...read(often),
    });
  const made = form(
    "Make the fault",
    [
      h("div", { class: "grid full" }, field("Kind", kind), point),
      effect,
      members,
      h(
        "fieldset",
        { class: "full" },
        h("legend", {}, "Matches"),
        h(
          "div",
          { class: "grid" },
          field("Method", match.method),
          field("Path", match.path, "* matches any characters."),
          field("Message type", match.message_type),
          field("Direction", match.direction),
        ),
        paths,
      ),
      h(
        "fieldset",
        { class: "full" },
        h("legend", {}, "Fires"),
        h(
          "div",
          { class: "grid" },
          field("Number of times", often.count),
          field("Probability, 0 to 1", often.probability),
          field("Seed", often.seed, "The same seed selects the same matches."),
        ),
      ),
    ],
    submit,
  );
  made.classList.add("is-stacked");
  return made;
}
