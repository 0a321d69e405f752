import API
import Audit
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/admin/backups`.
struct BackupRoutes: Sendable {
  let backups: Backups

  /// The declaration of the list.
  static let list = Operation(
    "adminListBackups", "GET", "/api/v1/admin/backups", authentication: .admin, tag: AdministrationSchemas.tag,
    "List the backups in the data folder", description: "Newest first.", parameters: ParameterDeclaration.page(),
    responses: [
      AdministrationSchemas.page(
        "A page of backups; 50 if no limit is given.", of: .object(fields, named: "Backup"), example: [example])
    ])

  /// The declaration of the creation.
  static let create = Operation(
    "adminCreateBackup", "POST", "/api/v1/admin/backups", authentication: .admin, tag: AdministrationSchemas.tag,
    "Write a backup into the data folder",
    description: "The newest \(Backups.maxFiles) are kept. The response comes when the backup is complete and checked.",
    responses: [
      .success(
        "The backup.",
        .object(fields + [.count("duration_ms", "The time that it took, in milliseconds.")], named: "NewBackup"),
        status: 201, example: example.merging(["duration_ms": 48]))
    ],
    errors: [
      .init(409, "BACKUP_RUNNING", "Another backup is being written."),
      .init(409, "BACKUP_UNAVAILABLE", "The data is in PostgreSQL, which has tools of its own for backups."),
    ])

  private static let fields: [FieldDeclaration] = [
    .string("file", "The name of the file in the folder `backups` of the data folder."),
    .count("bytes", "Its size."), .time("created_at", "The time at which it was written."),
  ]
  private static let example: JSONValue = [
    "file": "hearth-20261122T070157Z.sqlite3", "bytes": 1_048_576, "created_at": "2026-11-22T07:01:57Z",
  ]

  var routes: [Route] {
    [
      Route(Self.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let all = try backups.list()
        let rows = all.dropFirst(page.offset).prefix(page.limit).map(Self.json)
        return .success(page.list("items", Array(rows), total: all.count))
      },
      Route(Self.create) { request in
        let written = try await backups.write(by: try AuditActor(request))
        let json = Self.json(written.file).merging(["duration_ms": .integer(written.milliseconds)])
        return .success(json, status: 201)
      },
    ]
  }

  private static func json(_ file: BackupFile) -> JSONValue {
    [
      "file": .string(file.name), "bytes": .integer(file.bytes), "created_at": .string(file.createdAt.rfc3339),
    ]
  }
}
