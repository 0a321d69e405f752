import API
import JSONCodec

/// The operations on all of an account's data (``AccountDataModule``).
enum AccountDataOperations {
  static let export = Operation(
    "exportAccount", "GET", "/api/v1/users/me/export", authentication: .bearer, tag: "Accounts",
    "Export all of the own data",
    description: "One JSON object `{\"kind\": …, \"data\": …}` a line. The last line has the kind `end` and the number "
      + "of lines before it; an export without it is incomplete.",
    responses: [
      .content("JSON lines, streamed.", "application/x-ndjson")
        .with(.string("Content-Disposition", "The suggested file name (RFC 6266)."))
    ])

  static let storage = Operation(
    "getStorage", "GET", "/api/v1/users/me/storage", authentication: .bearer, tag: "Accounts",
    "Get the size of the own data",
    responses: [
      .success(
        "The used and the allowed bytes.",
        .object(
          [
            .integer("used_bytes", "The bytes that count for the limit."),
            .integer("limit_bytes", "null if there is no limit.").nullable,
          ], named: "StorageUse"), flattened: true, example: ["used_bytes": 18_432, "limit_bytes": 104_857_600])
    ])

  static let delete = Operation(
    "deleteAccount", "DELETE", "/api/v1/users/me", authentication: .bearer, tag: "Accounts", "Delete the own account",
    description: "Sessions and sockets end at once. Everything that belongs to the account is deleted.",
    responses: [.noContent("The account is deleted.")], errors: [AccountAdministrationOperations.lastAdmin])
}
