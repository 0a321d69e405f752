/// The number of a barcode on packaged food: GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13), GTIN-14, or a UPC-E of eight digits.
///
/// Its last digit is a check digit (GS1 General Specifications, section 7.9).
package struct Barcode: Sendable, Equatable {
  /// The identities that a food with this barcode may have, the most likely one first.
  let identities: [String]

  /// Reads digits, which spaces and hyphens may separate. nil if there are not 8, 12, 13 or 14 of them, or the check digit
  /// is wrong.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxLength else { return nil }
    let characters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    let digits = characters.compactMap { byte in (0x30...0x39).contains(byte) ? Int(byte - 0x30) : nil }
    guard digits.count == characters.count, [8, 12, 13, 14].contains(digits.count) else { return nil }
    let codes = [Self.hasCheckDigit(digits) ? digits : nil, Self.expanded(digits)].compactMap { $0 }
    identities = codes.compactMap { FoodDraft.identity(.branded, $0.map(String.init).joined()) }
    if identities.isEmpty { return nil }
  }

  private static let maxLength = 40

  /// Whether the last digit makes the weighted sum a multiple of ten. Weights are 1 and 3 by turns, from the right.
  private static func hasCheckDigit(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0
  }

  /// Returns the UPC-A of a UPC-E, which leaves out zeros (GS1 General Specifications, section 5.2.2); nil if it is none.
  private static func expanded(_ digits: [Int]) -> [Int]? {
    guard digits.count == 8, digits[0] <= 1 else { return nil }
    let (maker, last) = (Array(digits[1...5]), digits[6])
    let body =
      switch last {
      case 0...2: maker[0...1] + [last, 0, 0, 0, 0] + maker[2...4]
      case 3: maker[0...2] + [0, 0, 0, 0, 0] + maker[3...4]
      case 4: maker[0...3] + [0, 0, 0, 0, 0] + maker[4...4]
      default: maker[0...4] + [0, 0, 0, 0, last]
      }
    let code = [digits[0]] + body + [digits[7]]
    return hasCheckDigit(code) ? code : nil
  }
}
