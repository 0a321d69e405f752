import CLinux

/// The bytes that a connection has not handed to the kernel, in order and bounded.
struct OutputQueue {
  /// The pieces in order; the first is sent up to `offset`.
  private var pieces: [[UInt8]] = []
  private var offset = 0
  /// Bytes that the kernel has not accepted.
  private(set) var count = 0
  /// The bound of `count`, in bytes.
  var limit: Int

  /// Small pieces beyond this number are merged: each has a cost of its own.
  private static let maxPieces = 32
  private static let maxMergedBytes = 16384
  /// A piece of this size is sent as it is; smaller ones are copied together, because a system call costs more than a copy.
  private static let largePieceBytes = 32768
  private static let maxGatheredBytes = 65536

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { count == 0 }

  /// Appends a piece. - Returns: false if the queue is over its limit, so that the connection must be closed.
  mutating func append(_ bytes: [UInt8]) -> Bool {
    count += bytes.count
    guard count <= limit else { return false }
    if pieces.count >= Self.maxPieces, pieces[pieces.count - 1].count + bytes.count <= Self.maxMergedBytes {
      pieces[pieces.count - 1] += bytes
    } else {
      pieces.append(bytes)
    }
    return true
  }

  /// Removes the first `taken` bytes, which the kernel accepted.
  mutating func removeFirst(_ taken: Int) {
    count -= taken
    var remaining = taken + offset
    var finished = 0
    while finished < pieces.count, pieces[finished].count <= remaining {
      remaining -= pieces[finished].count
      finished += 1
    }
    if finished == 1, pieces.count == 1 {
      // The most frequent case.
      pieces.removeLast()
    } else if finished == pieces.count {
      pieces.removeAll(keepingCapacity: finished <= 4)
    } else {
      pieces.removeFirst(finished)
    }
    offset = remaining
  }

  /// Drops all bytes and frees their memory.
  mutating func removeAll() {
    pieces = []
    offset = 0
    count = 0
  }

  /// Returns a copy of the first bytes, at most `maxBytes`.
  func prefix(_ maxBytes: Int) -> [UInt8] {
    var gathered: [UInt8] = []
    for (index, bytes) in pieces.enumerated() {
      let rest = bytes[(index == 0 ? offset : 0)...]
      let room = maxBytes - gathered.count
      gathered += rest.prefix(room)
      if rest.count >= room { break }
    }
    return gathered
  }

  /// Makes one `send` of the first bytes: of a large piece as it is, of small pieces together. The queue must not be empty.
  /// - Returns: the result of the call; -1 with `errno`.
  func send(to descriptor: Int32) -> Int {
    if pieces.count == 1 || pieces[0].count - offset >= Self.largePieceBytes {
      return unsafe pieces[0].withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
        return unsafe hearth_send(descriptor, rest.baseAddress, rest.count)
      }
    }
    let size = min(count, Self.maxGatheredBytes)
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { space in
      var used = 0
      var index = 0
      while used < size {
        let start = index == 0 ? offset : 0
        let part = min(pieces[index].count - start, size - used)
        unsafe pieces[index].withUnsafeBytes { bytes in
          unsafe space[used..<used + part].copyBytes(from: bytes[start..<start + part])
        }
        used += part
        index += 1
      }
      return unsafe hearth_send(descriptor, space.baseAddress, size)
    }
  }
}
