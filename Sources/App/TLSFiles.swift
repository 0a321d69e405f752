import Crypto
import Glibc
import Runtime
import TLS

/// Reads the certificate and key that `tls.certificate` and `tls.key` name.
enum TLSFiles {
  /// Far more than the longest chain.
  private static let maxBytes = 1 << 20

  struct Loaded {
    var context: TLSContext
    /// Of both files.
    var digest: [UInt8]
  }

  /// - Returns: nil where neither is set.
  /// - Throws: `TLSFileError` with the file and the reason.
  static func load(_ settings: ServerSettings) throws(TLSFileError) -> Loaded? {
    switch (settings.tlsCertificate, settings.tlsKey) {
    case ("", ""): return nil
    case ("", _): throw TLSFileError(setting: "tls.certificate", file: "", reason: "tls.key is set, so this must be")
    case (_, ""): throw TLSFileError(setting: "tls.key", file: "", reason: "tls.certificate is set, so this must be")
    default: break
    }
    let certificate = try read("tls.certificate", settings.tlsCertificate)
    let key = try read("tls.key", settings.tlsKey)
    do throws(TLSIdentityError) {
      let context = try TLSContext.server(certificate: certificate, key: key)
      return Loaded(context: context, digest: SHA256.digest(SHA256.digest(certificate) + SHA256.digest(key)))
    } catch {
      if error.isAboutKey {
        throw TLSFileError(setting: "tls.key", file: settings.tlsKey, reason: error.description)
      }
      throw TLSFileError(setting: "tls.certificate", file: settings.tlsCertificate, reason: error.description)
    }
  }

  private static func read(_ setting: String, _ path: String) throws(TLSFileError) -> [UInt8] {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw TLSFileError(setting: setting, file: path, reason: error.reason)
    }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failed(setting, path) }
      guard count > 0 else { return content }
      content += buffer[..<count]
      guard content.count <= maxBytes else {
        throw TLSFileError(setting: setting, file: path, reason: "the file is larger than \(maxBytes) bytes")
      }
    }
  }

  private static func failed(_ setting: String, _ path: String) -> TLSFileError {
    TLSFileError(setting: setting, file: path, reason: SystemError.lastReason)
  }
}

/// TLS cannot be spoken with the files that are configured.
struct TLSFileError: Error, Equatable, CustomStringConvertible {
  var setting: String
  var file: String
  var reason: String

  var description: String { file.isEmpty ? "\(setting): \(reason)" : "\(setting): \(file): \(reason)" }
}
