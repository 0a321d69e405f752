import Glibc
import Runtime

/// A sequential source of bytes in chunks.
protocol ByteSource: AnyObject {
  /// The name in error messages.
  var name: String { get }
  /// The next chunk, at most ``chunkBytes`` long; empty at the end.
  func read() throws(FoodImportError) -> [UInt8]
}

/// Size of a chunk in bytes.
let chunkBytes = 256 * 1024

/// A file or a range of one.
final class FileSource: ByteSource {
  let name: String
  /// Number of bytes read.
  private(set) var bytesRead = 0
  private let descriptor: Int32
  private var remaining: Int

  /// - Parameters:
  ///   - offset: offset of the first byte.
  ///   - length: maximum number of bytes; nil to read to the end.
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
    let wanted = min(chunkBytes, remaining)
    guard wanted > 0 else { return [] }
    var chunk = [UInt8](repeating: 0, count: wanted)
    let got = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, wanted) }
    guard got >= 0 else { throw Self.failure(name) }
    chunk.removeLast(wanted - got)
    remaining -= got
    bytesRead += got
    return chunk
  }

  /// The size of a regular file in bytes; nil if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether the path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func failure(_ path: String) -> FoodImportError {
    .unreadable(path: path, reason: SystemError.lastReason)
  }
}
