/// Where a member of an object stands in the order of names by their bytes.
///
/// Names are compared as two numbers, their first sixteen bytes, which settles nearly all: reading two strings byte by byte
/// at each comparison took longer than writing the object.
struct MemberOrder {
  private typealias Prefix = (UInt64, UInt64)

  private let prefix: Prefix
  private let place: Dictionary<String, JSONValue>.Index

  private init(_ name: String, at place: Dictionary<String, JSONValue>.Index) {
    prefix = Self.prefix(name)
    self.place = place
  }

  /// The places of all members of `object`, in order.
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

  /// Eight bytes as a number, the first one highest, with zeros for what is missing.
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in start..<start + 8 { word = unsafe word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return word
  }
}
