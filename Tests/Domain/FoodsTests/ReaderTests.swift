import CZlib
import JSONCodec
import TestSupport
import Testing

@testable import Foods

/// A source with chunks of any size.
final class PieceSource: ByteSource {
  let name = "pieces"
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ text: String, size: Int) {
    rest = Array(text.utf8)[...]
    self.size = size
  }

  func read() throws(FoodImportError) -> [UInt8] {
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

@Suite struct CSVReaderTests {
  static let rows: [(String, [[String]])] = [
    ("a,b\n1,2\n", [["1", "2"]]), ("a,b\r\n1,2\r\n3,4", [["1", "2"], ["3", "4"]]),
    ("\"a\",\"b\"\n\"1,5\",\"say \"\"x\"\"\"\n", [["1,5", "say \"x\""]]),
    ("a,b\n\"line\nbreak\",2\n", [["line\nbreak", "2"]]), ("a,b\n,\n", [["", ""]]), ("a,b\n1\n", [["1", ""]]),
    ("a,b\n\n1,2\n\n", [["1", "2"]]), ("a,b\n5\" pan,2\n", [["5\" pan", "2"]]), ("a,b\n1,2,3\n", [["1", "2"]]),
    ("\u{FEFF}a,b\n1,2\n", [["1", "2"]]), ("A,B\n1,2\n", [["1", "2"]]), ("a,b\n\"\",\"\"\n", [["", ""]]),
  ]

  @Test(arguments: rows, [1, 2, 3, 7, 1000])
  func readsRowsInPiecesOfAnySize(_ row: (String, [[String]]), _ size: Int) throws {
    var reader = try CSVReader(PieceSource(row.0, size: size), requires: ["a", "b"])
    var rows: [[String]] = []
    while try reader.next() { rows.append([reader.text(reader.column("a")), reader.text(reader.column("b"))]) }
    #expect(rows == row.1)
    #expect(reader.bytesRead == row.0.utf8.count)
  }

  @Test func knowsTheLineOfEachRow() throws {
    var reader = try CSVReader(PieceSource("a\n1\n\"x\ny\"\n2\n", size: 2), requires: ["a"])
    var lines: [Int] = []
    while try reader.next() { lines.append(reader.line) }
    #expect(lines == [2, 3, 5])
  }

  @Test func refusesRowsWithoutEnd() throws {
    let long = "a\n\"" + String(repeating: "x", count: CSVReader.maxRowBytes + 10)
    var reader = try CSVReader(PieceSource(long, size: 5000), requires: [])
    #expect(throws: FoodImportError.self) { try reader.next() }
  }

  @Test(arguments: [("12", 12.0), ("0.5", 0.5), ("1e3", 1000), ("-2", -2)])
  func readsNumbers(_ text: String, _ value: Double) throws {
    var reader = try CSVReader(PieceSource("a\n\(text)\n", size: 9), requires: [])
    _ = try reader.next()
    #expect(reader.number(0) == value)
  }

  @Test(arguments: ["", "x", "nan", "inf", "1e999", "0x1g", "1 2"])
  func rejectsInvalidNumbers(_ text: String) throws {
    var reader = try CSVReader(PieceSource("a,b\n\(text),1\n", size: 9), requires: [])
    _ = try reader.next()
    #expect(reader.number(0) == nil && reader.integer(0) == nil)
  }
}

@Suite struct JSONFoodReaderTests {
  private static func foods(_ text: String, size: Int) throws -> [JSONValue] {
    var reader = JSONFoodReader(PieceSource(text, size: size))
    var foods: [JSONValue] = []
    while let food = try reader.next() { foods.append(food) }
    return foods
  }

  static let texts: [(String, [JSONValue])] = [
    ("{\"BrandedFoods\":[]}", []), ("{\"BrandedFoods\" : [ {} , {\"a\":1} ] }", [[:], ["a": 1]]),
    (
      "{\"x\":null,\"y\":[{\"BrandedFoods\":[5]}],\"z\":\"]}\",\"n\":-1.5e3,\"SurveyFoods\":[{\"a\":\"\\\"}]\"}],\"w\":1}",
      [["a": "\"}]"]]
    ),
    ("{\"Foods\":[{\"a\":1}],\"FoundationFoods\":[{\"b\":[{},[2]]}]}", [["a": 1], ["b": [[:], [2]]]]),
    ("[{\"a\":1}]", [["a": 1]]), ("\u{FEFF}{\"Foods\":[{\"a\":\"\\\\\"}]}", [["a": "\\"]]),
  ]

  @Test(arguments: texts, [1, 2, 3, 5, 1000])
  func findsTheFoodsInPiecesOfAnySize(_ row: (String, [JSONValue]), _ size: Int) throws {
    #expect(try Self.foods(row.0, size: size) == row.1)
  }

  @Test func refusesFoodsWithoutEnd() {
    let text = "{\"Foods\":[{\"a\":\"" + String(repeating: "x", count: JSONFoodReader.maxFoodBytes + 10)
    #expect(throws: FoodImportError.self) { try Self.foods(text, size: 1 << 18) }
  }

  @Test(arguments: [
    "{\"Foods\":[{\"a\":1}", "{\"Foods\":[{\"a\":1}]", "{\"Foods\":[{\"a\"", "{\"Foods\"", "{\"Foods\":",
  ])
  func noticesFilesThatAreCutOff(_ text: String) {
    #expect(throws: FoodImportError.self) { try Self.foods(text, size: 4) }
  }
}
