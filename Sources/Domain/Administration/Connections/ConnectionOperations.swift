import API
import JSONCodec

/// The operations of `/api/v1/admin/connections` (``ConnectionRoutes``).
enum ConnectionOperations {
  static let list = Operation(
    "adminListConnections", "GET", "/api/v1/admin/connections", authentication: .admin,
    tag: AdministrationSchemas.tag, "List the open event sockets",
    description: "Those of the node that answers, oldest first.",
    parameters: ParameterDeclaration.page() + [
      .query(.string("user_id", length: 1...36, "Only connections of the account with this UUID.")),
      .query(.string("kind", length: 1...64, "Only connections of this type.")),
    ],
    responses: [
      AdministrationSchemas.page(
        "A page of connections; 50 if no limit is given.",
        of: .object(
          [
            .init("id", .uuid, "The UUID of the connection."), .init("user_id", .uuid, "The UUID of the account."),
            .string("username", "Empty if the account was just deleted."),
            .string("kind", "The connection type of the path."),
            .string("topic", "The room or the consultation; null if there is none.").nullable,
            .string("device", "The `device_id` of the connection; null if there is none.").nullable,
            .string("address", "The address of the client."), .time("connected_at", "The time of the connection."),
            .count("age_s", "Seconds since then."),
            .count("queued_bytes", "Bytes that the client has not received yet."),
          ], named: "Connection"),
        example: [
          [
            "id": "0b7f6d0e-0f0c-4f0e-9a52-5b1c7c1d2f11", "user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd",
            "username": "bob", "kind": "meal_logs", "topic": nil, "device": "pixel-8", "address": "192.0.2.7",
            "connected_at": "2026-11-22T07:01:57Z", "age_s": 61, "queued_bytes": 0,
          ]
        ])
    ])

  static let close = Operation(
    "adminCloseConnection", "DELETE", "/api/v1/admin/connections/{id}", authentication: .admin,
    tag: AdministrationSchemas.tag, "Close an event socket",
    description: "Also one of another node. The close code is 1001. The client may connect again.",
    parameters: [.path("id", "The UUID of the connection, without regard to case.")],
    responses: [.noContent("The server has begun the closing handshake.")],
    errors: [.notFound("There is no open connection with this id.")])
}
