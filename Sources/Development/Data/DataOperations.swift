import API
import JSONCodec
import Storage

/// The declarations of `/dev/snapshots`, `/dev/reset` and `/dev/seed`.
enum DataOperations {
  static let list = Operation(
    "listSnapshots", "GET", "/dev/snapshots", authentication: .none, tag: DevelopmentTool.tag, "List the snapshots",
    responses: [
      .json(
        "The snapshots in the order of their names.",
        .object([.array("items", of: snapshot, "The snapshots.")]), example: ["items": [example]])
    ], errors: [failed])

  static let save = Operation(
    "saveSnapshot", "POST", "/dev/snapshots", authentication: .none, tag: DevelopmentTool.tag,
    "Save the data of the server under a name",
    description: "The copy contains everything that was acknowledged before the request.",
    body: .json(
      [
        .init("name", name, "Letters, digits, `-` and `_`; the first one is a letter or a digit."),
        .boolean("replace", "Whether a snapshot of this name is replaced. False by default.").optionalOrNull,
      ], example: ["name": "before-upgrade"]),
    responses: [.json("The saved snapshot.", snapshot, status: 201, example: example)],
    errors: [
      .init(409, "SNAPSHOT_EXISTS", "There is a snapshot of this name, and `replace` is not true."),
      .init(409, "SNAPSHOT_LIMIT", "There are 50 snapshots, or together they have 8 GiB. Delete one first."), failed,
    ])

  static let restore = Operation(
    "restoreSnapshot", "POST", "/dev/snapshots/{name}/restore", authentication: .none, tag: DevelopmentTool.tag,
    "Replace the data of the server by a snapshot", description: replacement, parameters: [path],
    responses: [.noContent("The snapshot is in use.")], errors: [invalidName, failed])

  static let delete = Operation(
    "deleteSnapshot", "DELETE", "/dev/snapshots/{name}", authentication: .none, tag: DevelopmentTool.tag,
    "Delete a snapshot", parameters: [path], responses: [.noContent("The snapshot is deleted.")],
    errors: [invalidName, failed])

  static let reset = Operation(
    "resetData", "POST", "/dev/reset", authentication: .none, tag: DevelopmentTool.tag,
    "Delete all data except the development accounts",
    description: "The state of a new data folder after `hearth serve --dev`. " + replacement,
    responses: [.noContent("The server has no data but the development accounts.")], errors: [failed])

  static let seed = Operation(
    "seedData", "POST", "/dev/seed", authentication: .none, tag: DevelopmentTool.tag, "Store demo data",
    description: """
      Accounts with three months of meals, rooms, consultations, templates, and items of two devices with a conflict, up \
      to the present day of the server. Existing demo data is not changed unless `replace` is true.
      """,
    body: .json(
      [
        .string("scenario", oneOf: ["demo"], "The name of the data."),
        .boolean("replace", "Whether existing demo data is deleted first. False by default.").optionalOrNull,
      ], example: ["scenario": "demo"]),
    responses: [.json("The demo data.", seeded, example: seedExample)],
    errors: [
      .init(409, "DEMO_REFUSED", "Another account has the name of a demo account, or some demo accounts were deleted.")
    ])

  private static let replacement = """
    All sockets are closed with 1012, requests wait until the data is replaced, and access tokens whose sessions the new \
    data does not have are invalid.
    """

  private static let name = Schema.string(length: 1...64).matching(SnapshotFolder.namePattern)

  private static let path = ParameterDeclaration.path(.init("name", name, "The name of the snapshot."))

  private static let invalidName = ErrorDeclaration.validation("The name is not one of a snapshot.")

  private static let failed = ErrorDeclaration(
    500, "SNAPSHOT_FAILED", "A file cannot be read or written, or a snapshot is damaged. The message states the reason."
  )

  private static let snapshot = Schema.object([
    .init("name", name, "The name."), .count("bytes", "The size of its file."),
    .time("created_at", "The time at which it was saved, by the clock of the system."),
  ])

  private static let example: JSONValue = [
    "name": "before-upgrade", "bytes": 1_318_912, "created_at": "2026-01-15T12:00:00Z",
  ]

  private static let seeded = Schema.object([
    .boolean("created", "Whether the request stored the data; false if it existed."),
    .array(
      "users",
      of: .object([
        .init("id", .uuid, "The account."), .string("username", "The name for logins."),
        .string("email", "The address for logins."), .string("password", "The password."),
        .string("name", "The name that others see."),
      ]), "The demo accounts."),
    .count("meals", "Meal logs of these accounts."), .count("rooms", "Rooms that these accounts own."),
    .count("messages", "Messages of these accounts in rooms."), .count("consultations", "Consultations."),
    .count("templates", "Templates."), .count("sync_items", "Items of mobile sync, meal logs included."),
    .count("conflicts", "Conflicts of mobile sync."),
  ])

  private static let seedExample: JSONValue = [
    "created": true,
    "users": [
      [
        "id": "3f1d7a52-88c4-4a34-9a55-0c8a5f4f3f10", "username": "anna", "email": "anna@demo.example",
        "password": "demo-password", "name": "Anna Berg",
      ]
    ], "meals": 1180, "rooms": 3, "messages": 96, "consultations": 5, "templates": 4, "sync_items": 1204,
    "conflicts": 1,
  ]
}
