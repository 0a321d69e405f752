import Foundation
import JSONCodec

/// The golden corpus: JSON lines in this folder, in the format of `hearth eval`.
enum GoldenFile {
  static let meals = rows("meals.jsonl").compactMap(GoldenMeal.init)
  static let lines = rows("lines.jsonl").compactMap(GoldenLine.init)

  /// The rows that are JSON; the tests compare their number with that of the cases.
  static func rows(_ name: String) -> [JSONValue] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
    guard let data = try? Data(contentsOf: file) else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).map { (try? JSONValue(parsing: $0)) ?? .null }
  }
}
