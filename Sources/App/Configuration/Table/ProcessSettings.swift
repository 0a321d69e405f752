import Logging

/// `data`, `dev`, `relaxed`, `shutdown`, `log`, `metrics`, `docs` and `console`.
enum ProcessSettings {
  static let all: [Setting] = [
    .text(
      "data.folder", "./data", \.dataFolder,
      "Folder of the database and the signing key (`--data`). It is created if it is missing, readable by its owner "
        + "only."),
    .flag(
      "dev", false, \.isDevelopment,
      "Development mode (`--dev`): creates the accounts `admin`/`admin123` (role `admin`), `testuser2`/`password` and "
        + "`user@example.com`/`password123`, opens [`/dev`](api/development.md), `/ws/echo` and `/ws/broadcast`, and "
        + "completes the meal \"test meal\" with fixed items, as one client's own test expects.",
      danger: "The passwords are public: never set it on a server that other machines reach."),
    .flag(
      "relaxed", false, \.isRelaxed,
      "Whether limits on rates and connections are lifted (`--relaxed`), for hot reload and several tabs; with `dev` "
        + "only. See [Limits](api/development.md#limits)."),
    .duration("shutdown.grace", "10s", \.grace, "Time limit of a stop."),
    .duration(
      "shutdown.ready_delay", "0s", \.readyDelay,
      "Time during which `/ready` answers 503 before connections are refused; at most half of `shutdown.grace`."),
    .choice("log.level", "info", Logger.Level.allCases, \.logLevel, "The least severe level that is logged."),
    .choice("log.format", "text", no: "text", yes: "json", \.logsJSON, "`json` writes one object a line."),
    .flag(
      "metrics.enabled", true, \.metricsEnabled, "Whether `/metrics` exists.",
      danger: "`/metrics` needs no authentication: do not let the proxy pass it to the public."),
    .flag(
      "docs.enabled", true, \.docsEnabled,
      "Whether the page `/`, the pages about the API and its documents (`/openapi.json`, `/asyncapi.json`) exist."),
    .flag(
      "console.enabled", false, \.isConsoleEnabled,
      "Whether the page `/console` exists. The default is `true` with `dev`."),
  ]
}
