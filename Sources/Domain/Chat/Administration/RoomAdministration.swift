import API
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/admin/rooms`: all rooms, private ones included.
struct RoomAdministration: Sendable {
  let database: any Database

  /// The declaration of the route.
  static let list = Operation(
    "adminListRooms", "GET", "/api/v1/admin/rooms", authentication: .admin, tag: "Administration",
    "List all chat rooms", description: "Newest first, private ones included.",
    parameters: ParameterDeclaration.page(),
    responses: [
      .success(
        "A page of rooms; 50 if no limit is given.", .page("items", of: .object(fields, named: "AdministeredRoom")),
        example: [
          "items": [
            [
              "id": 7, "name": "Lab", "is_private": true, "members": 2, "messages": 15,
              "last_message_at": "2026-11-22T07:01:57Z", "created_at": "2026-11-20T07:01:57Z",
            ]
          ], "total_count": 1, "total": 1, "limit": 50, "offset": 0, "has_more": false,
        ])
    ])

  private static let fields: [FieldDeclaration] = [
    .integer("id", "The number of the room."), .string("name", "The name."),
    .boolean("is_private", "Whether only members see the room."),
    .count("members", "Members, also those who joined a public room."),
    .count("messages", "Messages that were ever sent, deleted ones included."),
    .time("last_message_at", "The time of the newest message; null if there is none.").nullable,
    .time("created_at", "The time of the creation."),
  ]

  var routes: [Route] {
    [
      Route(Self.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let (rows, total) = try await database.read { try Self.read(page, in: $0) }
        return .success(page.list("items", rows.map(Self.json), total: total))
      }
    ]
  }

  private static func read(_ page: Page, in connection: any SQLConnection) throws -> (rows: [Row], total: Int) {
    let count = try connection.first("SELECT COUNT(*) AS n FROM chat_rooms WHERE deleted_at IS NULL", [])
    let rows = try connection.query(
      """
      SELECT id, name, is_private, last_message, created_at,
        (SELECT COUNT(*) FROM chat_members WHERE chat_members.room_id = chat_rooms.id) AS members,
        (SELECT chat_messages.created_at FROM chat_messages
          WHERE chat_messages.room_id = chat_rooms.id ORDER BY chat_messages.id DESC LIMIT 1) AS last_message_at
      FROM chat_rooms WHERE deleted_at IS NULL ORDER BY id DESC LIMIT $1 OFFSET $2
      """, [.integer(Int64(page.limit)), .integer(Int64(page.offset))])
    return (rows, Int(count?.integer("n") ?? 0))
  }

  private static func json(_ row: Row) -> JSONValue {
    func time(_ name: String) -> String? { row.integer(name).map { Timestamp(milliseconds: $0).rfc3339 } }
    return [
      "id": .integer(row.integer("id") ?? 0), "name": .string(row.text("name") ?? ""),
      "is_private": .bool(row.integer("is_private") == 1), "members": .integer(row.integer("members") ?? 0),
      "messages": .integer(row.integer("last_message") ?? 0), "last_message_at": .optional(time("last_message_at")),
      "created_at": .string(time("created_at") ?? ""),
    ]
  }
}
