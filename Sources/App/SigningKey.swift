import Crypto
import Glibc
import Runtime
import Storage

/// The key of access tokens (HS256).
enum SigningKey {
  /// The output of the hash (RFC 7518 §3.2).
  static let minBytes = 32

  /// Returns the configured key, or the one in the data folder, which the first start creates for its owner only.
  /// - Throws: `SigningKeyError` if the file cannot be read or written, or the key is too short; `DataFolderError`.
  static func load(_ settings: ServerSettings) throws -> [UInt8] {
    if let key = try existing(settings) { return key }
    // On PostgreSQL nothing else needs the folder.
    try DataFolder.prepare(settings.dataFolder)
    return try make(path(settings))
  }

  /// Returns the key without creating one; nil if there is none yet.
  /// - Throws: `SigningKeyError` if the file cannot be read, or the key is too short.
  static func existing(_ settings: ServerSettings) throws -> [UInt8]? {
    let configured = Array(settings.signingKey.utf8)
    let path = path(settings)
    guard let key = try configured.isEmpty ? read(path) : configured else { return nil }
    guard key.count >= minBytes else {
      throw SigningKeyError(
        path: configured.isEmpty ? path : "auth.signing_key",
        reason: "it has \(key.count) bytes, at least \(minBytes) are required")
    }
    return key
  }

  private static func path(_ settings: ServerSettings) -> String { settings.dataFolder + "/signing.key" }

  /// - Returns: nil only if the file does not exist. A key that cannot be read now must not be replaced.
  private static func read(_ path: String) throws -> [UInt8]? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, O_RDONLY)
    } catch {
      if error.code == ENOENT { return nil }
      throw failure(path, error.code)
    }
    defer { close(descriptor) }
    // A restored backup may have made it readable by all users.
    fchmod(descriptor, 0o600)
    var count = 0
    let key = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { space, used in
      count = unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      used = max(0, count)
    }
    if count < 0 { throw failure(path) }
    return key
  }

  /// Creates the key under another name first: a start that is killed, or finds the disk full, must not leave a part of it.
  private static func make(_ path: String) throws -> [UInt8] {
    let key = SecureRandom.bytes(32)
    let draft = path + ".new"
    unsafe unlink(draft)
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      throw failure(path, error.code)
    }
    errno = 0
    let isWritten = unsafe write(descriptor, key, key.count) == key.count && fsync(descriptor) == 0
    // A short write sets no errno.
    let problem = isWritten ? nil : failure(path, errno == 0 ? ENOSPC : errno)
    close(descriptor)
    if let problem {
      unsafe unlink(draft)
      throw problem
    }
    guard unsafe rename(draft, path) == 0 else { throw failure(path) }
    if let folder = try? Descriptor.open(FileContents.folder(of: path), O_RDONLY | O_DIRECTORY) {
      fsync(folder)
      close(folder)
    }
    return key
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> SigningKeyError {
    SigningKeyError(path: path, reason: SystemError.reason(of: code))
  }
}

/// The signing key cannot be used.
struct SigningKeyError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "cannot use the signing key \(path): \(reason)" }
}
