/// A reader of SQLite's write-ahead log, from its beginning (https://sqlite.org/fileformat2.html#walformat).
///
///     header  32 bytes: magic 0x377f0682 or …83, version, page size, sequence, salt (8), checksum (8)
///     frame   24 bytes: page number, size after a commit or 0, salt (8), checksum (8); then the page
///
/// All numbers are big-endian. A checksum covers everything before it; the last bit of the magic number gives the byte
/// order of its words. Frames with another salt belong to an older log. Pure: bytes in, counts out.
struct LogFrames {
  static let headerBytes = 32
  static let frameHeaderBytes = 24

  let pageBytes: Int
  /// The salt of this log, as in the header.
  let salt: ArraySlice<UInt8>
  private let isBigEndian: Bool
  private var checksum: (UInt32, UInt32)
  private var isBroken = false
  /// The number of frames up to the last valid commit.
  private(set) var committed = 0
  /// The number of frames that were read.
  private(set) var count = 0
  /// The frame of the last commit of this log after an invalid frame; 0 if there is at most one such commit. The first one may end
  /// the transaction that a power failure interrupted, which was not acknowledged.
  private(set) var lastLostCommit = 0
  private var lostCommits = 0

  /// - Returns: nil if the header is invalid.
  init?(header: [UInt8]) {
    guard header.count == Self.headerBytes else { return nil }
    let magic = Self.word(header[0..<4], isBigEndian: true)
    guard magic == 0x377F_0682 || magic == 0x377F_0683 else { return nil }
    isBigEndian = magic & 1 == 1
    let size = Int(Self.word(header[8..<12], isBigEndian: true))
    guard size >= 512, size <= 65_536, size.nonzeroBitCount == 1 else { return nil }
    pageBytes = size
    salt = header[16..<24]
    checksum = Self.sum(header[0..<24], (0, 0), isBigEndian: isBigEndian)
    guard Self.equals(header[24..<32], checksum) else { return nil }
  }

  /// Reads the next frame. - Parameter bytes: its header and its page.
  mutating func append(_ bytes: [UInt8]) {
    count += 1
    guard bytes.count == Self.frameHeaderBytes + pageBytes else {
      isBroken = true
      return
    }
    let isOwn = bytes[8..<16].elementsEqual(salt)
    let isCommit = Self.word(bytes[4..<8], isBigEndian: true) != 0
    if !isBroken, isOwn {
      let next = Self.sum(
        bytes[Self.frameHeaderBytes...], Self.sum(bytes[0..<8], checksum, isBigEndian: isBigEndian),
        isBigEndian: isBigEndian)
      if Self.equals(bytes[16..<24], next) {
        checksum = next
        if isCommit { committed = count }
        return
      }
    }
    isBroken = true
    if isOwn, isCommit {
      lostCommits += 1
      if lostCommits > 1 { lastLostCommit = count }
    }
  }

  private static func equals(_ bytes: ArraySlice<UInt8>, _ sum: (UInt32, UInt32)) -> Bool {
    word(bytes.prefix(4), isBigEndian: true) == sum.0 && word(bytes.suffix(4), isBigEndian: true) == sum.1
  }

  private static func word(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt32 {
    let start = bytes.startIndex
    let value =
      UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
      | UInt32(bytes[start + 3])
    return isBigEndian ? value : value.byteSwapped
  }

  /// The checksum algorithm of the format: two running sums over pairs of words.
  private static func sum(
    _ bytes: ArraySlice<UInt8>, _ start: (UInt32, UInt32), isBigEndian: Bool
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    var index = bytes.startIndex
    while index + 8 <= bytes.endIndex {
      first = first &+ word(bytes[index..<index + 4], isBigEndian: isBigEndian) &+ second
      second = second &+ word(bytes[index + 4..<index + 8], isBigEndian: isBigEndian) &+ first
      index += 8
    }
    return (first, second)
  }
}
