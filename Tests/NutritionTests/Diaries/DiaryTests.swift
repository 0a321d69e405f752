import Foundation
import JSONCodec
import Testing

@testable import Nutrition

/// Texts as twelve writers type them into a diary, each with its foods (`diaries.jsonl`). No rule was written for a row
/// with `held`.
@Suite struct DiaryTests {
  /// Texts with the right number of foods, and the number of texts.
  private static func counts(isHeld: Bool) throws -> (right: Int, all: Int) {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("diaries.jsonl")
    var counts = (right: 0, all: 0)
    for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
      let row = try JSONValue(parsing: line)
      guard (row["held"]?.boolValue ?? false) == isHeld, let text = row["text"]?.stringValue,
        case .array(let foods)? = row["foods"]
      else { continue }
      counts.all += 1
      guard case .items(let items) = EmbeddedMealParser().parse(text) else { continue }
      if items.count == foods.count { counts.right += 1 }
    }
    return counts
  }

  @Test(arguments: [(false, 760, 0.55), (true, 520, 0.50)])
  func findsTheNumberOfFoods(isHeld: Bool, texts: Int, floor: Double) throws {
    let counts = try Self.counts(isHeld: isHeld)
    #expect(counts.all == texts && Double(counts.right) >= floor * Double(texts), "\(counts)")
  }
}
