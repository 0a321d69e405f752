import Glibc
import Runtime

/// A file that is written once and then read once. It is unlinked at creation, so that nothing remains however the
/// program ends.
///
/// The folder is `TMPDIR`, or else `/var/tmp`, because `/tmp` may be in memory.
final class TemporaryFile {
  private static let bufferBytes = 64 * 1024

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  /// Number of bytes written.
  private(set) var count = 0

  init() throws(FoodImportError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
    var path = Array((folder + "/hearth-import-XXXXXX").utf8CString)
    descriptor = unsafe path.withUnsafeMutableBufferPointer { unsafe $0.baseAddress.map { unsafe mkstemp($0) } ?? -1 }
    guard descriptor >= 0 else { throw Self.failure(folder) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = unsafe path.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe unlink($0) } }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: - Writing

  /// Appends bytes to the buffer and writes it when it is full.
  func write(_ bytes: some Collection<UInt8>) throws(FoodImportError) {
    buffer.append(contentsOf: bytes)
    count += bytes.count
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Ends writing and moves to the first byte.
  func rewind() throws(FoodImportError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure("a temporary file") }
  }

  private func flush() throws(FoodImportError) {
    var start = 0
    while start < buffer.count {
      let from = start
      let written = unsafe buffer.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress.map { unsafe $0 + from }, $0.count - from)
      }
      guard written > 0 else { throw Self.failure("a temporary file") }
      start += written
    }
    buffer.removeAll(keepingCapacity: true)
  }

  // MARK: - Reading

  /// The next byte; nil at the end.
  func byte() throws(FoodImportError) -> UInt8? {
    guard try fill(1) else { return nil }
    position += 1
    return buffer[position - 1]
  }

  /// The next `count` bytes. - Throws: `FoodImportError.unreadable` if there are fewer.
  func bytes(_ count: Int) throws(FoodImportError) -> ArraySlice<UInt8> {
    guard try fill(count) else { throw .unreadable(path: "a temporary file", reason: "the file is truncated") }
    position += count
    return buffer[(position - count)..<position]
  }

  /// The next little-endian 64-bit integer.
  func integer() throws(FoodImportError) -> UInt64 {
    try bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func fill(_ wanted: Int) throws(FoodImportError) -> Bool {
    guard buffer.count - position < wanted else { return true }
    buffer.removeFirst(position)
    position = 0
    while buffer.count < wanted {
      let old = buffer.count
      buffer.append(contentsOf: repeatElement(0, count: Self.bufferBytes))
      let got = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress.map { unsafe $0 + old }, Self.bufferBytes)
      }
      guard got >= 0 else { throw Self.failure("a temporary file") }
      buffer.removeLast(Self.bufferBytes - got)
      if got == 0 { return false }
    }
    return true
  }

  private static func failure(_ path: String) -> FoodImportError {
    .unreadable(path: path, reason: SystemError.lastReason)
  }
}
