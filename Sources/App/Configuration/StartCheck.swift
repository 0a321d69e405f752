import Glibc
import Net
import StoragePostgres

/// Checks before a start that need the file system: everything for which `serve` would refuse valid settings.
///
/// Changes nothing, so that it can run beside a server. Ports in use are not reported for the same reason.
enum StartCheck {
  static func problems(_ settings: ServerSettings) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    func check(_ key: String, _ origin: String, _ body: () throws -> Void) {
      do { try body() } catch {
        problems.append(ConfigurationProblem(key: key, origin: origin, text: "\(error)"))
      }
    }
    do throws(TLSFileError) { _ = try TLSFiles.load(settings) } catch {
      problems.append(
        ConfigurationProblem(
          key: error.setting, origin: error.file.isEmpty ? "not set" : "file \(error.file)", text: error.reason))
    }
    check("auth.signing_key", "data folder \(settings.dataFolder)") { _ = try SigningKey.existing(settings) }
    check("auth.jwk_set_file", "file \(settings.jwkSetFile)") { _ = try ExternalKeys.load(settings) }
    if settings.storageEngine == .postgres {
      check("storage.url", "PostgreSQL") { try PostgresDatabase.check(settings.postgres) }
      if settings.bus.engine == .redis { check("bus.url", "Redis") { try settings.checkBus() } }
    }
    if let problem = folderProblem(settings.dataFolder) {
      problems.append(ConfigurationProblem(key: "data.folder", origin: "file system", text: problem))
    }
    if case .unix(let path) = ListenAddress(settings.listen), let problem = socketProblem(path) {
      problems.append(ConfigurationProblem(key: "listen.address", origin: "file system", text: problem))
    }
    return problems
  }

  /// The data folder must be writable. If it is missing, its parent must be.
  private static func folderProblem(_ path: String) -> String? {
    switch kind(path) {
    case .folder: return isWritable(path) ? nil : "\(path.debugDescription) is not writable by this user"
    case .other: return "\(path.debugDescription) is not a folder"
    case .missing:
      var parent = path
      while kind(parent) == .missing, let shorter = self.parent(of: parent) { parent = shorter }
      return kind(parent) == .folder && isWritable(parent)
        ? nil : "\(path.debugDescription) does not exist and cannot be created in \(parent.debugDescription)"
    }
  }

  private static func socketProblem(_ path: String) -> String? {
    let folder = parent(of: path) ?? "/"
    guard kind(folder) == .folder else { return "the folder \(folder.debugDescription) does not exist" }
    return isWritable(folder) ? nil : "the folder \(folder.debugDescription) is not writable by this user"
  }

  private enum Kind { case folder, other, missing }

  private static func kind(_ path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
  }

  private static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK | X_OK) == 0 }

  /// - Returns: nil for the root and for the current folder.
  private static func parent(of path: String) -> String? {
    path == "/" || path == "." ? nil : FileContents.folder(of: path)
  }
}
