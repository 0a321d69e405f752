import CZlib

/// Decompresses another source: raw deflate (RFC 1951), or the members of a gzip file (RFC 1952). Memory is the window
/// and a chunk of each side.
///
/// The stream is on the heap because zlib keeps a pointer to it.
@safe final class InflatingSource: ByteSource {
  enum Format {
    case deflate, gzip
  }

  let name: String
  private let format: Format
  private let compressed: any ByteSource
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  private var isDone = false

  init(_ compressed: any ByteSource, format: Format = .deflate) throws(FoodImportError) {
    self.compressed = compressed
    self.format = format
    name = compressed.name
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code =
      switch format {
      case .deflate: unsafe hearth_inflate_init(stream, 15)
      case .gzip: unsafe hearth_gunzip_init(stream)
      }
    guard code == Z_OK else {
      throw FoodImportError.unreadable(path: compressed.name, reason: "out of memory")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func read() throws(FoodImportError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: chunkBytes)
    var filled = 0
    while !isDone, filled < output.count {
      if used == input.count {
        input = try compressed.read()
        used = 0
        guard !input.isEmpty else { throw FoodImportError.unknownKind(path: name, reason: "the file is truncated") }
      }
      let code = step(&output, &filled)
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
        throw FoodImportError.unknownKind(path: name, reason: "the compressed data is damaged")
      }
      if code == Z_STREAM_END { isDone = try !beginMember() }
    }
    output.removeLast(output.count - filled)
    return output
  }

  /// Begins the next member of a gzip file. - Returns: false if there is none.
  private func beginMember() throws(FoodImportError) -> Bool {
    guard format == .gzip else { return false }
    if used == input.count {
      input = try compressed.read()
      used = 0
    }
    guard used < input.count else { return false }
    return unsafe inflateReset(stream) == Z_OK
  }

  private func step(_ output: inout [UInt8], _ filled: inout Int) -> Int32 {
    let (from, into) = (used, filled)
    var (left, room) = (0, 0)
    let code = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + from }
        unsafe stream.pointee.avail_in = UInt32(source.count - from)
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + into }
        unsafe stream.pointee.avail_out = UInt32(target.count - into)
        let code = unsafe inflate(stream, Z_NO_FLUSH)
        left = unsafe Int(stream.pointee.avail_in)
        room = unsafe Int(stream.pointee.avail_out)
        return code
      }
    }
    used = input.count - left
    filled = output.count - room
    return code
  }
}
