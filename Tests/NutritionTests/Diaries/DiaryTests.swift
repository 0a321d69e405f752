import Foundation
import HealthModels
import JSONCodec
import Testing

@testable import Nutrition

/// Texts as fourteen writers type them into a diary, each with its foods (`diaries.jsonl`), longer ones of 66 writers with more
/// food that was not eaten (`mentions.jsonl`, from which the classifier of mentions learns, and `untouched.jsonl`), those of 40
/// writers in five other languages (`languages.jsonl`), and those of 30 with more that was not eaten (`languages-second.jsonl`).
/// The classifiers of other languages learn from the rows of the last file without `held` and from `mentions-de.jsonl` and its
/// like. No rule was written for a row with `held`.
@Suite struct DiaryTests {
  /// Texts with the right number of foods, and the number of texts.
  private static func counts(_ name: String, isHeld: Bool) throws -> (right: Int, all: Int) {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
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

  @Test(arguments: [
    ("diaries.jsonl", false, 760, 0.58), ("diaries.jsonl", true, 600, 0.54),
    ("untouched.jsonl", true, 460, 0.47),
    ("languages.jsonl", false, 600, 0.62), ("languages.jsonl", true, 650, 0.66),
    ("languages-second.jsonl", false, 600, 0.58), ("languages-second.jsonl", true, 600, 0.45),
  ])
  func findsTheNumberOfFoods(file: String, isHeld: Bool, texts: Int, floor: Double) throws {
    let counts = try Self.counts(file, isHeld: isHeld)
    #expect(counts.all == texts && Double(counts.right) >= floor * Double(texts), "\(counts)")
  }

  /// Plain notes of 20 countries, whose writers knew no table of the project and no rule was written for: the energy is that
  /// of labels and national tables for the portions of the country, and in the second file the estimate of the writer.
  @Test(arguments: [("plain.jsonl", 270, 0.76), ("plain-second.jsonl", 300, 0.62)])
  func findsTheEnergyOfPlainNotes(_ file: String, _ texts: Int, _ floor: Double) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(file)
    let rows = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
    let near = rows.count { row in
      guard let text = row["text"]?.stringValue, let energy = row["kcal"]?.doubleValue,
        case .items(let items) = EmbeddedMealParser().parse(text)
      else { return false }
      let sum = items.reduce(0) { $0 + $1.nutrients.energyKilocalories }
      return abs(sum - energy) <= max(0.2 * energy, 15)
    }
    #expect(rows.count == texts && Double(near) >= floor * Double(rows.count), "\(near)")
  }
}
