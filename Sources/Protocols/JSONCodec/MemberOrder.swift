/// The sort key of an object's member: the order of names by their bytes.
///
/// The first sixteen bytes of names are compared as two integers, which decides almost all comparisons. Comparing strings byte by byte
/// took longer than writing the object.
struct MemberOrder {
  private typealias Prefix = (UInt64, UInt64)

  private let prefix: Prefix
  private let place: Dictionary<String, JSONValue>.Index

  private init(_ name: String, at place: Dictionary<String, JSONValue>.Index) {
    prefix = Self.prefix(name)
    self.place = place
  }

  /// Returns the indices of all members of `object` in order.
  static func places(of object: [String: JSONValue]) -> [Dictionary<String, JSONValue>.Index] {
    var order: [MemberOrder] = []
    order.reserveCapacity(object.count)
    for place in object.indices { order.append(MemberOrder(object[place].key, at: place)) }
    order.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return object[left.place].key.utf8.lexicographicallyPrecedes(object[right.place].key.utf8)
    }
    return order.map(\.place)
  }

  private static func prefix(_ name: String) -> Prefix {
    var name = name
    return name.withUTF8 { bytes in unsafe (word(bytes, from: 0), word(bytes, from: 8)) }
  }

  /// Reads eight bytes as a big-endian number; missing bytes are zero.
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in start..<start + 8 { word = unsafe word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return word
  }
}
