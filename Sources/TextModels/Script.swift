/// A script other than Latin: a range of Unicode scalars.
package struct Script: Sendable {
  /// The English name of the script or its language.
  package let name: String
  private let scalars: ClosedRange<UInt32>

  /// A script, or nil if the bounds are no hexadecimal numbers in order.
  package init?(name: String, first: String, last: String) {
    guard let first = UInt32(first, radix: 16), let last = UInt32(last, radix: 16), first <= last else { return nil }
    (self.name, scalars) = (name, first...last)
  }

  /// The name of the script of most letters of a text; nil if it is Latin.
  package static func name(of text: String, among scripts: [Script]) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var latin = 0
    var others: [String: Int] = [:]
    for scalar in text.unicodeScalars {
      if Letters.folded(scalar) != nil {
        latin += 1
      } else if let script = scripts.first(where: { $0.scalars.contains(scalar.value) }) {
        others[script.name, default: 0] += 1
      }
    }
    return others.filter { $0.value > latin }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
