import Crypto
import Foundation

/// The key that access tokens are signed with.
enum SigningKey {
  /// The configured key, or `signing.key` in the data folder; the first start makes that, for the owner alone.
  /// - Throws: `SigningKeyError` where the file cannot be read or written, or the key is too short.
  static func load(_ settings: ServerSettings) throws -> [UInt8] {
    let configured = Array(settings.signingKey.utf8)
    if !configured.isEmpty {
      guard configured.count >= 32 else {
        throw SigningKeyError(path: "auth.signing_key", reason: "it has less than 32 bytes")
      }
      return configured
    }
    let path = settings.dataFolder + "/signing.key"
    guard let key = try read(path) else { return try make(path) }
    guard key.count >= 32 else { throw SigningKeyError(path: path, reason: "it has less than 32 bytes") }
    return key
  }

  /// - Returns: nil only where there is none: one that cannot be read now must not be replaced.
  private static func read(_ path: String) throws -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    // It may have come from a backup, readable by all.
    fchmod(descriptor, 0o600)
    var count = 0
    let key = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { space, used in
      count = unsafe Foundation.read(descriptor, space.baseAddress, space.count)
      used = max(0, count)
    }
    if count < 0 { throw failure(path) }
    return key
  }

  /// Under another name first: a start that is killed, or finds the disk full, must not leave a part of a key.
  private static func make(_ path: String) throws -> [UInt8] {
    let key = SecureRandom.bytes(32)
    let draft = path + ".new"
    unsafe unlink(draft)
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    errno = 0
    let isWritten = unsafe write(descriptor, key, key.count) == key.count && fsync(descriptor) == 0
    // A write that took only a part says nothing of why.
    let problem = isWritten ? nil : failure(path, errno == 0 ? ENOSPC : errno)
    close(descriptor)
    if let problem {
      unsafe unlink(draft)
      throw problem
    }
    guard unsafe rename(draft, path) == 0 else { throw failure(path) }
    let folder = unsafe open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return key
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> SigningKeyError {
    SigningKeyError(path: path, reason: unsafe String(cString: strerror(code)))
  }
}

/// The key file cannot be used.
struct SigningKeyError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "cannot use the signing key \(path): \(reason)" }
}
