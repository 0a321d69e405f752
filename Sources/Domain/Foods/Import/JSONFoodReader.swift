import JSONCodec

/// Reads the foods of a JSON download of any size one by one: `{"BrandedFoods": [{…}, {…}]}`.
///
/// Finds the end of each object by brackets and quotes, and parses only that object. Memory is one chunk of the source
/// and one food.
struct JSONFoodReader {
  /// Largest object in bytes; the largest of the downloads has about a tenth of it.
  static let maxFoodBytes = 16 << 20
  /// The keys of the arrays of foods in the downloads.
  static let arrays: Set<String> = [
    "FoundationFoods", "SRLegacyFoods", "SurveyFoods", "BrandedFoods", "FinalFoods", "Foods", "foods",
  ]

  /// First line of the food that was read last.
  private(set) var line = 1
  /// Bytes read from the source.
  private(set) var bytesRead = 0

  private let source: any ByteSource
  private var chunk: [UInt8] = []
  private var position = 0
  private var currentLine = 1
  private var isInArray = false
  private var isBegun = false
  private var foundArray = false
  /// Whether the file is an array without an object around it.
  private var isBare = false

  init(_ source: any ByteSource) { self.source = source }

  /// The next food; nil at the end.
  ///
  /// - Throws: `FoodImportError.malformed`, also if the file ends inside a food.
  mutating func next() throws(FoodImportError) -> JSONValue? {
    if !isBegun { try begin() }
    while true {
      if !isInArray, isBare { return nil }
      if !isInArray { guard try enterArray() else { return nil } }
      switch try nextByte(skipping: UInt8(ascii: ",")) {
      case UInt8(ascii: "{"): return try object()
      case UInt8(ascii: "]"): isInArray = false
      case nil: throw failure("the file ends inside the list of foods")
      default: throw failure("a food is not a JSON object")
      }
    }
  }

  /// An error at the food that was read last.
  func failure(_ reason: String) -> FoodImportError { .malformed(path: source.name, line: line, reason: reason) }

  private mutating func begin() throws(FoodImportError) {
    isBegun = true
    var first = try nextByte()
    // A byte order mark.
    if first == 0xEF {
      _ = try nextByte()
      _ = try nextByte()
      first = try nextByte()
    }
    switch first {
    case UInt8(ascii: "{"): break
    case UInt8(ascii: "["):
      isInArray = true
      foundArray = true
      isBare = true
    default: throw failure("the file is not a JSON object")
    }
  }

  /// Moves to the next array of foods in the outer object. - Returns: false after the last.
  private mutating func enterArray() throws(FoodImportError) -> Bool {
    while let byte = try nextByte(skipping: UInt8(ascii: ",")) {
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard foundArray else {
          throw failure("there is no list of foods (\(Self.arrays.sorted().joined(separator: ", ")))")
        }
        return false
      case UInt8(ascii: "\""):
        let name = try collect(from: byte)
        guard try nextByte() == UInt8(ascii: ":"), let value = try nextByte() else {
          throw failure("a member has no value")
        }
        if value == UInt8(ascii: "["),
          Self.arrays.contains(String(decoding: name.dropFirst().dropLast(), as: UTF8.self))
        {
          isInArray = true
          foundArray = true
          return true
        }
        _ = try collect(from: value)
      default: throw failure("the file is not a JSON object")
      }
    }
    guard foundArray, isBegun else { throw failure("the file ends before its foods") }
    throw failure("the file ends before its last bracket")
  }

  private mutating func object() throws(FoodImportError) -> JSONValue {
    let bytes = try collect(from: UInt8(ascii: "{"))
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      let before = bytes.prefix(error.offset).reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      line += before
      throw failure("the food is not valid JSON (\(error.reason))")
    }
  }

  /// The bytes of a value after its first byte. Numbers and literals end before the next delimiter.
  private mutating func collect(from first: UInt8) throws(FoodImportError) -> [UInt8] {
    line = currentLine
    var bytes: [UInt8] = [first]
    var depth = 0
    var isText = first == UInt8(ascii: "\"")
    let isWord = !isText && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    if !isText, !isWord { depth = 1 }
    while try fill() {
      let byte = chunk[position]
      if isWord, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte <= 0x20 { return bytes }
      position += 1
      if byte == UInt8(ascii: "\n") { currentLine += 1 }
      bytes.append(byte)
      guard bytes.count <= Self.maxFoodBytes else {
        throw failure("the food is longer than \(Self.maxFoodBytes) bytes")
      }
      if isText {
        if byte == UInt8(ascii: "\\"), try fill() {
          bytes.append(chunk[position])
          position += 1
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if depth == 0 { return bytes }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return bytes }
      default: break
      }
    }
    throw failure("the file ends inside a food")
  }

  /// The next byte that is neither white space nor `skipped`; nil at the end.
  private mutating func nextByte(skipping skipped: UInt8 = 0x20) throws(FoodImportError) -> UInt8? {
    while try fill() {
      let byte = chunk[position]
      position += 1
      if byte == UInt8(ascii: "\n") { currentLine += 1 }
      guard byte > 0x20, byte != skipped else { continue }
      line = currentLine
      return byte
    }
    return nil
  }

  private mutating func fill() throws(FoodImportError) -> Bool {
    if position < chunk.count { return true }
    chunk = try source.read()
    position = 0
    bytesRead += chunk.count
    return !chunk.isEmpty
  }
}
