import HTTPServer
import Meals
import Realtime

/// `websocket`.
enum WebSocketSettings {
  static let all: [Setting] = [
    .size(
      "websocket.max_message", "1MiB", \.webSocket.maxMessageBytes,
      "Size of a message; a larger one closes the socket with 1009."),
    .size(
      "websocket.max_queue", "4MiB", \.webSocket.maxQueuedBytes,
      "Bytes that may wait for a slow reader; beyond it the socket is closed.",
      danger: "Every slow socket may take as much memory."),
    .flag(
      "websocket.permessage_deflate", false, \.webSocket.permessageDeflate,
      "Whether messages are compressed (RFC 7692) if a client offers it. An active socket then takes up to 50 KiB more "
        + "memory (80 KiB if the client cannot limit its window), a silent one at most 4 KiB (32 KiB).",
      danger: "One popular iOS client fails with compressed messages."),
    .duration("websocket.ping_interval", "25s", \.webSocket.pingInterval, "Interval of pings to a silent socket."),
    .duration("websocket.close_timeout", "5s", \.webSocket.closeTimeout, "Time limit of a closing handshake."),
    .duration("websocket.idle_timeout", "300s", \.realtime.idleTimeout, "Silence after which a socket is closed."),
    .integer(
      "websocket.max_connections_per_user", 1, 1...100, "sockets", \.realtime.maxConnectionsPerUser,
      "Sockets of one user for each of `/ws` and `/ws/meal-logs`."),
    .choice(
      "websocket.connections_policy", "replace", [RealtimeConfiguration.LimitPolicy.replace, .reject],
      \.realtime.limitPolicy,
      "The socket that is closed beyond the limit: `replace` closes the oldest, `reject` the new one."),
    .integer(
      "websocket.connections_per_minute", 10, 1...100_000, "sockets", \.realtime.connectionsPerMinute,
      "Sockets of one path that one user opens in a minute."),
    .integer(
      "websocket.failures_per_minute", 30, 0...100_000, "attempts", \.realtime.failuresPerMinute,
      "Failed attempts of one address in a minute; beyond it 429. 0: no limit."),
    .duration(
      "websocket.sweep_interval", "300s", \.realtime.sweepInterval, "Interval of the search for stale connections."),
    .duration("websocket.sweep_age", "600s", \.realtime.sweepAge, "Silence after which a connection is stale."),
    .duration(
      "websocket.ping_flush_interval", "30s", \.realtime.pingFlushInterval,
      "Interval at which `last_ping_at` is stored."
    ),
    .duration(
      "websocket.event_retention", "24h", \.realtime.eventRetention,
      "Time for which a client can fetch missed events after it reconnects."),
    .list(
      "websocket.allowed_origins", OriginForm.value, \.socketOrigins,
      "Further origins whose pages may open sockets. See [Origins](#origins).",
      danger: "`*` lets every web page open sockets with a user's token."),
    .choice(
      "websocket.quantity", "text", no: "text", yes: "number", \.meals.numericQuantities,
      "JSON type of quantities on `/ws/meal-logs`, unless the client sets `?quantity=`."),
  ]
}
