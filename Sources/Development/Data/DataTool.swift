import API
import Bytes
import HTTPServer
package import JSONCodec
import Storage

/// `/dev/snapshots`, `/dev/reset` and `/dev/seed`: saves, restores and fills the data of the server.
package struct DataTool: Sendable {
  /// Stores demo data. - Parameter replaces: whether existing demo data is deleted first.
  /// - Returns: the response of `POST /dev/seed`.
  package typealias Seed = @Sendable (_ replaces: Bool) async throws -> JSONValue

  private let control: DataControl
  private let dataFolder: String
  private let snapshots: SnapshotFolder
  private let seed: Seed

  /// - Parameters:
  ///   - dataFolder: the folder of the database.
  ///   - seed: stores the scenario `demo`.
  package init(_ control: DataControl, dataFolder: String, seed: @escaping Seed) {
    self.control = control
    self.dataFolder = dataFolder
    snapshots = SnapshotFolder(dataFolder: dataFolder)
    self.seed = seed
  }

  /// The routes and the state.
  package var tool: DevelopmentTool {
    DevelopmentTool(
      routes: [
        Route(DataOperations.list) { _ in .json(["items": .array(try await list().map(Self.json))]) },
        Route(DataOperations.save) { try await save($0) },
        Route(DataOperations.restore) { try await restore($0) },
        Route(DataOperations.delete) { try await delete($0) },
        Route(DataOperations.reset) { _ in
          let folder = dataFolder
          try await explained { try await control.replace { try StagedDatabase.empty(dataFolder: folder) } }
          return .noContent
        },
        Route(DataOperations.seed) { try await seed($0) },
      ],
      summaries: [
        .init(
          .array("snapshots", of: .string, "The names of the snapshots."), example: ["before-upgrade"],
          value: { .array(try await list().map { .string($0.name) }) })
      ])
  }

  private func list() async throws -> [Snapshot] {
    let snapshots = snapshots
    return try await explained { try await onThread { try snapshots.list() } }
  }

  private func save(_ request: Request) async throws -> Response {
    let fields = try JSONFields(request)
    let name = try fields.text("name", length: 1...64)
    let replaces = try fields.optionalBool("replace") ?? false
    let snapshots = snapshots
    let saved = try await explained {
      try await control.exclusively { try await onThread { try snapshots.save(name, replaces: replaces) } }
    }
    return .json(Self.json(saved), status: 201)
  }

  private func restore(_ request: Request) async throws -> Response {
    let name = request.parameter("name")
    let snapshots = snapshots
    try await explained { try await control.replace { try snapshots.stage(name) } }
    return .noContent
  }

  private func delete(_ request: Request) async throws -> Response {
    let name = request.parameter("name")
    let snapshots = snapshots
    try await explained {
      try await control.exclusively { try await onThread { try snapshots.delete(name) } }
    }
    return .noContent
  }

  private func seed(_ request: Request) async throws -> Response {
    let fields = try JSONFields(request)
    let scenario = try fields.text("scenario", length: 1...64)
    guard scenario == "demo" else { throw fields.problem("scenario", "demo") }
    let replaces = try fields.optionalBool("replace") ?? false
    let seed = seed
    return .json(try await control.exclusively { try await seed(replaces) })
  }

  private static func json(_ snapshot: Snapshot) -> JSONValue {
    [
      "name": .string(snapshot.name), "bytes": .integer(snapshot.bytes),
      "created_at": .string(Timestamp(milliseconds: snapshot.savedMilliseconds).rfc3339),
    ]
  }

  /// Throws the errors of snapshots as problems.
  private func explained<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as SnapshotError {
      throw Self.problem(error)
    } catch let error as BackupError {
      throw Self.failure(error.description)
    } catch let error as MigrationError {
      throw Self.failure(error.description)
    }
  }

  private static func problem(_ error: SnapshotError) -> Problem {
    switch error {
    case .invalidName: .badRequest("name: \(error).", details: ["name": SnapshotFolder.namePattern])
    case .unknown: .notFound(sentence(error))
    case .exists: .conflict(code: "SNAPSHOT_EXISTS", sentence(error))
    case .tooMany, .tooLarge: .conflict(code: "SNAPSHOT_LIMIT", sentence(error))
    case .system: failure(error.description)
    }
  }

  private static func sentence(_ error: SnapshotError) -> String {
    let text = error.description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The developer is the operator, so that the reason is in the message.
  private static func failure(_ reason: String) -> Problem {
    Problem(status: 500, code: "SNAPSHOT_FAILED", message: "The files cannot be used: \(reason).")
  }
}
