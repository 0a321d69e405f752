/// An amount as packages state it: "400 g", "33 cl", "6 x 25 g", "2 biscuits (25 g)".
struct ProductAmount: Equatable {
  /// Grams, or millilitres of a volume.
  var amount: Double
  /// Whether the text states a volume.
  var isVolume: Bool
  /// Whether no words are before the amount, such as "2 biscuits".
  var isAlone: Bool

  /// Longest text in bytes that is examined.
  private static let maxText = 200
  private static let maxAmount = 1e6
  private static let weights: [String: Double] = [
    "g": 1, "gr": 1, "grs": 1, "gm": 1, "gram": 1, "grams": 1, "gramm": 1, "gramme": 1, "grammes": 1, "gramos": 1,
    "grammi": 1, "gramas": 1, "kg": 1000, "kilo": 1000,
  ]
  private static let volumes: [String: Double] = [
    "ml": 1, "cl": 10, "dl": 100, "l": 1000, "lt": 1000, "liter": 1000, "litre": 1000, "litres": 1000, "litro": 1000,
    "litros": 1000, "liters": 1000,
  ]

  /// Reads the first number with a metric unit, times the number before an "x"; nil if there is none.
  init?(_ text: String) {
    let bytes = text.utf8.prefix(Self.maxText).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var index = 0
    var factor: Double?
    isAlone = true
    while index < bytes.count {
      guard Self.isDigit(bytes[index]) else {
        if Self.isLetter(bytes[index]) { isAlone = false }
        index += 1
        continue
      }
      let number = Self.takeNumber(bytes, &index)
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
      let start = index
      while index < bytes.count, Self.isLetter(bytes[index]) { index += 1 }
      let unit = String(decoding: bytes[start..<index], as: UTF8.self)
      if unit == "x" || unit == "\u{D7}" || index < bytes.count && unit.isEmpty && bytes[index] == UInt8(ascii: "*") {
        factor = number
      } else if let scale = Self.weights[unit] ?? Self.volumes[unit], let number {
        amount = number * scale * (factor ?? 1)
        isVolume = Self.weights[unit] == nil
        guard amount > 0, amount <= Self.maxAmount else { return nil }
        return
      } else {
        factor = nil
        if !unit.isEmpty { isAlone = false }
      }
    }
    return nil
  }

  /// A number with a decimal point or comma; nil if it is none, such as "1.2.3".
  private static func takeNumber(_ bytes: [UInt8], _ index: inout Int) -> Double? {
    let start = index
    while index < bytes.count, isDigit(bytes[index]) || bytes[index] == 0x2E || bytes[index] == 0x2C { index += 1 }
    return Double(String(decoding: bytes[start..<index].map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  /// Includes all bytes of other scripts.
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || byte >= 0x80 }
}
