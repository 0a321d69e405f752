import Glibc
import Runtime

/// Bytes that come in pieces, from the beginning to the end of a file.
protocol ByteSource: AnyObject {
  /// How it is named in errors.
  var name: String { get }
  /// The next piece, at most `pieceBytes` long; empty at the end.
  func read() throws(FoodImportError) -> [UInt8]
}

/// The size of a piece.
let pieceBytes = 256 * 1024

/// A file, or a part of one.
final class FileSource: ByteSource {
  let name: String
  private let descriptor: Int32
  private var remaining: Int

  /// - Parameters:
  ///   - offset: where to begin.
  ///   - length: how much is read at most; nil: to the end.
  init(_ path: String, offset: Int = 0, length: Int? = nil, name: String? = nil) throws(FoodImportError) {
    self.name = name ?? path
    remaining = length ?? .max
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, O_RDONLY)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard offset == 0 || lseek(descriptor, offset, SEEK_SET) == offset else { throw Self.failure(path) }
  }

  deinit { close(descriptor) }

  func read() throws(FoodImportError) -> [UInt8] {
    let wanted = min(pieceBytes, remaining)
    guard wanted > 0 else { return [] }
    var piece = [UInt8](repeating: 0, count: wanted)
    let got = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, wanted) }
    guard got >= 0 else { throw Self.failure(name) }
    piece.removeLast(wanted - got)
    remaining -= got
    return piece
  }

  /// The size of a file; nil where it is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func failure(_ path: String) -> FoodImportError {
    .unreadable(path: path, reason: SystemError.lastReason)
  }
}
