import Crypto
import TLS

/// Reads the certificate and key that `tls.certificate` and `tls.key` name.
enum TLSFiles {
  /// Far above the longest chain.
  private static let maxBytes = 1 << 20

  struct Loaded {
    var context: TLSContext
    /// The digest of both files.
    var digest: [UInt8]
  }

  /// - Returns: nil if neither is set.
  /// - Throws: `TLSFileError` with the file and the reason.
  static func load(_ settings: ServerSettings) throws(TLSFileError) -> Loaded? {
    switch (settings.tlsCertificate, settings.tlsKey) {
    case ("", ""): return nil
    case ("", _): throw TLSFileError(setting: "tls.certificate", file: "", reason: "is required because tls.key is set")
    case (_, ""): throw TLSFileError(setting: "tls.key", file: "", reason: "is required because tls.certificate is set")
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
    do throws(FileError) { return try FileContents.read(path, limit: maxBytes) } catch {
      throw TLSFileError(setting: setting, file: path, reason: error.reason)
    }
  }
}

/// The configured certificate or key cannot be used.
struct TLSFileError: Error, Equatable, CustomStringConvertible {
  var setting: String
  var file: String
  var reason: String

  var description: String { file.isEmpty ? "\(setting): \(reason)" : "\(setting): \(file): \(reason)" }
}
