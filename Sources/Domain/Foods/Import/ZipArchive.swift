// ZIP (APPNOTE 6.3): entries, each `local header, name, extra, data`; then the central directory with one header for
// each entry; then the end record (22 bytes and a comment), preceded by a ZIP64 locator and record if sizes or offsets
// need more than 32 bits. Numbers are little-endian.

/// The directory of a ZIP file.
struct ZipArchive {
  struct Entry: Sendable {
    var name: String
    /// Compression method: 0 stored, 8 deflated; others are not supported.
    var method: Int
    var compressedSize: Int
    var size: Int
    var headerOffset: Int
  }

  let path: String
  let entries: [Entry]

  private static let maxDirectoryBytes = 32 << 20

  /// - Throws: `FoodImportError` if the file cannot be read or is not a ZIP file.
  init(_ path: String) throws(FoodImportError) {
    self.path = path
    guard let size = FileSource.size(path) else {
      throw FoodImportError.unreadable(path: path, reason: "no such file")
    }
    let tailStart = max(0, size - 66_000)
    let tail = try Self.bytes(path, tailStart, size - tailStart)
    guard let end = Self.lastOffset(of: [0x50, 0x4B, 5, 6], in: tail), end + 22 <= tail.count else {
      throw FoodImportError.unknownKind(path: path, reason: "it is not a ZIP file, or truncated")
    }
    var count = Self.number(tail, end + 10, 2)
    var length = Self.number(tail, end + 12, 4)
    var offset = Self.number(tail, end + 16, 4)
    if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20,
      Self.number(tail, end - 20, 4) == 0x0706_4B50
    {
      let record = try Self.bytes(path, Self.number(tail, end - 12, 8), 56)
      count = Self.number(record, 32, 8)
      length = Self.number(record, 40, 8)
      offset = Self.number(record, 48, 8)
    }
    guard length >= 0, length <= Self.maxDirectoryBytes, offset >= 0, offset <= size else {
      throw FoodImportError.unknownKind(path: path, reason: "its directory is damaged")
    }
    entries = try Self.entries(try Self.bytes(path, offset, length), count: count, path: path)
  }

  /// The uncompressed bytes of an entry.
  func source(_ entry: Entry) throws(FoodImportError) -> any ByteSource {
    let name = path + ": " + entry.name
    let header = try Self.bytes(path, entry.headerOffset, 30)
    guard Self.number(header, 0, 4) == 0x0403_4B50 else {
      throw FoodImportError.unknownKind(path: name, reason: "its header is damaged")
    }
    let start = entry.headerOffset + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
    let compressed = try FileSource(path, offset: start, length: entry.compressedSize, name: name)
    switch entry.method {
    case 0: return compressed
    case 8: return try InflatingSource(compressed)
    default:
      throw FoodImportError.unknownKind(path: name, reason: "compression method \(entry.method) is not supported")
    }
  }

  private static func entries(_ bytes: [UInt8], count: Int, path: String) throws(FoodImportError) -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    while entries.count < count, place + 46 <= bytes.count, number(bytes, place, 4) == 0x0201_4B50 {
      let nameLength = number(bytes, place + 28, 2)
      let extraLength = number(bytes, place + 30, 2)
      let next = place + 46 + nameLength + extraLength + number(bytes, place + 32, 2)
      guard next <= bytes.count else { break }
      var entry = Entry(
        name: String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self),
        method: number(bytes, place + 10, 2), compressedSize: number(bytes, place + 20, 4),
        size: number(bytes, place + 24, 4), headerOffset: number(bytes, place + 42, 4))
      let extra = place + 46 + nameLength
      widen(&entry, Array(bytes[extra..<(extra + extraLength)]))
      if !entry.name.hasSuffix("/") { entries.append(entry) }
      place = next
    }
    guard !entries.isEmpty else { throw FoodImportError.unknownKind(path: path, reason: "it contains no files") }
    return entries
  }

  /// ZIP64: sizes that are all ones are in the extra field 1, in the same order.
  private static func widen(_ entry: inout Entry, _ extra: [UInt8]) {
    var place = 0
    while place + 4 <= extra.count {
      let (id, length) = (number(extra, place, 2), number(extra, place + 2, 2))
      var at = place + 4
      func next(_ value: Int) -> Int {
        guard id == 1, value == 0xFFFF_FFFF, at + 8 <= extra.count else { return value }
        defer { at += 8 }
        return number(extra, at, 8)
      }
      entry.size = next(entry.size)
      entry.compressedSize = next(entry.compressedSize)
      entry.headerOffset = next(entry.headerOffset)
      place += 4 + length
    }
  }

  private static func bytes(_ path: String, _ offset: Int, _ length: Int) throws(FoodImportError) -> [UInt8] {
    guard offset >= 0, length >= 0, length <= maxDirectoryBytes else {
      throw FoodImportError.unknownKind(path: path, reason: "an offset in it is invalid")
    }
    let source = try FileSource(path, offset: offset, length: length)
    var bytes: [UInt8] = []
    while true {
      let chunk = try source.read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    guard bytes.count == length else { throw FoodImportError.unknownKind(path: path, reason: "the file is truncated") }
    return bytes
  }

  /// A little-endian number; -1 if it is out of range or out of bounds.
  private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= bytes.count else { return -1 }
    let value = bytes[place..<(place + length)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value) ?? -1
  }

  private static func lastOffset(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).last { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }
}
