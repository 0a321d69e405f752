// One item of the traffic in the list.
import { trafficDetails } from "./develop-details.js";
import { h, icon } from "./dom.js";
import { bytes, milliseconds } from "./format.js";

const clockOf = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

const tone = (status) =>
  status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : status === 101 ? "info" : "good";

/** An item in one line, which opens to its details. */
export function trafficRow(item, only) {
  const { kind, direction } = item;
  const mark =
    kind === "fault"
      ? icon("bolt")
      : h(
          "span",
          { "aria-label": direction === "in" ? "from the client" : "from the server", role: "img" },
          kind === "http" ? "⇄" : direction === "in" ? "→" : "←",
        );
  const title =
    kind === "http"
      ? [h("b", { class: "method" }, item.method), " ", item.path]
      : kind === "fault"
        ? [
            h("b", {}, item.fault),
            " ",
            item.summary,
            h("span", { class: "muted" }, ` ${item.message_type ?? item.method ?? ""} ${item.path ?? ""}`),
          ]
        : [h("b", {}, item.message_type ?? item.opcode), h("span", { class: "muted" }, ` ${item.path}`)];
  const result =
    kind === "http"
      ? h("span", { class: ["badge", tone(item.status)] }, item.status ?? "no response")
      : kind === "frame" && item.opcode === "close"
        ? h("span", { class: "badge warn" }, item.close_code ?? "close")
        : null;
  const isDisturbed = item.fault_ids?.length > 0;
  const place = h("div", { class: "traffic-details" });
  return h(
    "details",
    {
      class: ["traffic-row", `is-${kind}`, isDisturbed && "is-disturbed"],
      ontoggle: (event) => {
        if (event.target.open && !place.childElementCount) place.append(trafficDetails(item, only));
      },
    },
    h(
      "summary",
      {},
      h("span", { class: "traffic-mark" }, mark),
      h("time", { class: "mono", datetime: item.time }, clockOf.format(new Date(item.time))),
      h(
        "span",
        { class: "traffic-title" },
        title,
        isDisturbed && [" ", h("span", { class: "badge bad" }, `fault ${item.fault_ids.join(", ")}`)],
      ),
      h("span", { class: "traffic-result" }, result),
      h("span", { class: "traffic-number" }, kind === "http" ? milliseconds(item.duration_ms) : ""),
      h("span", { class: "traffic-number" }, kind === "fault" ? "" : bytes(item.bytes)),
    ),
    place,
  );
}
