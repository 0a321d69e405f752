import ArgumentParser
import Bytes
import Realtime
import Storage

/// `hearth snapshot`
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Save and restore the data under a name, for development.",
    discussion: """
      Snapshots are in the folder `snapshots` of the data folder. A name has letters, digits, "-" and "_". `hearth backup` \
      writes a copy to any file.
      """,
    subcommands: [Save.self, Restore.self, List.self, Delete.self])

  struct Save: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Save the data, while the server runs or not.")

    @OptionGroup var options: ConfigurationOptions
    @Flag(help: "Replace the snapshot if it exists.")
    var replace = false
    @Argument(help: "The name of the snapshot.")
    var name: String

    func run() throws {
      let settings = try options.load()
      try settings.requireSQLite("use pg_dump")
      try describingSnapshots {
        let saved = try SnapshotFolder(dataFolder: settings.dataFolder).save(name, replaces: replace)
        print("saved \(saved.name) (\(saved.bytes) bytes)")
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replace the data by a snapshot; no server may run on it.",
      discussion: """
        The present data is not kept: save it first. A server with --dev restores while it runs: \
        POST /dev/snapshots/NAME/restore
        """)

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "The name of the snapshot.")
    var name: String

    func run() throws {
      let settings = try options.load()
      try settings.requireSQLite("use pg_restore")
      let folder = settings.dataFolder
      guard FileContents.exists(folder) else { throw CommandFailure("there is no data folder \(folder)") }
      try describingSnapshots {
        try DataFolder.prepare(folder)
        let lock: FolderLock
        do throws(DataFolderError) { lock = try FolderLock(folder) } catch {
          throw CommandFailure(Self.refusal(error, name: name, folder: folder))
        }
        defer { lock.release() }
        let staged = try SnapshotFolder(dataFolder: folder).stage(name)
        do {
          try staged.install(keepingIDsOf: RealtimeTables.withKeptIDs)
        } catch {
          staged.discard()
          throw error
        }
        staged.discardFormer()
        print("restored \(name)")
      }
    }

    private static func refusal(_ error: DataFolderError, name: String, folder: String) -> String {
      guard let address = LocationFile(folder: folder).read() else { return error.description }
      return """
        \(error.description), at \(address). Stop it, or, if it runs with --dev, send: curl -X POST \
        -H 'Content-Type: application/json' http://\(address)/dev/snapshots/\(name)/restore
        """
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the snapshots with size and time.")

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      let settings = try options.load()
      guard FileContents.exists(settings.dataFolder) else {
        throw CommandFailure("there is no data folder \(settings.dataFolder)")
      }
      try describingSnapshots {
        for snapshot in try SnapshotFolder(dataFolder: settings.dataFolder).list() {
          let time = Timestamp(milliseconds: snapshot.savedMilliseconds).rfc3339
          print("\(snapshot.name)  \(snapshot.bytes) bytes  \(time)")
        }
      }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a snapshot.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "The name of the snapshot.")
    var name: String

    func run() throws {
      let settings = try options.load()
      try describingSnapshots { try SnapshotFolder(dataFolder: settings.dataFolder).delete(name) }
      print("deleted \(name)")
    }
  }
}

/// Describes errors of snapshots for people.
private func describingSnapshots(_ body: () throws -> Void) throws {
  do {
    try describingStorage(body)
  } catch let error as SnapshotError {
    var advice = ""
    if case .exists = error { advice = " (--replace replaces it)" }
    throw CommandFailure(error.description + advice)
  }
}
