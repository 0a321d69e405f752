/// A linear classifier of short texts: the score of a class is the sum of its weights over the features of a text,
/// divided by the root of their number (logistic regression over hashed features; decision 0055). The class ``none`` has
/// the score 0.
///
/// Features are words, pairs of neighbours, and the pieces of 4 and 5 letters of each word, so that misspelt and
/// inflected words share most of theirs with the known ones; in a table of more than 16 bits, which has room for them,
/// also the pieces of 5 and 6 characters across words. The circumstances of a text, names of what is known besides its
/// words, are features alone, together, with the length of the text and with each of its words. Pure; the cost is linear
/// in the letters of a text, of which at most `maxWords` words are read.
package struct TextClassifier: Sendable {
  /// The class of texts that belong to no other, for which nothing is stored.
  package static let none = "none"
  /// The number of words that are read.
  private static let maxWords = 200

  /// The names of the classes, in the order of the weights.
  package let classes: [String]
  /// The binary logarithm of the number of features.
  package let bits: Int
  /// The weight of the level 1.
  private let scale: Float
  /// For each feature one level per class, two in a byte, the first in the lower half.
  private let levels: [UInt8]

  /// The levels of weights, in the order of their numbers in a table.
  private static let levelRange = -8...7
  /// The weights of the levels, for the scale 1.
  private static let squares = levelRange.map { Float($0 * abs($0)) }

  /// Reads a table: a line of the number of bits, the scale and the classes, then the levels in the zlib format; nil if
  /// it is incomplete.
  ///
  /// A level is the root of its weight, with the sign: small weights, which are most, differ by less than large ones.
  package init?(_ bytes: [UInt8]) {
    let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    let header = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(separator: "\t")
    guard header.count > 2, let bits = Int(header[0]), (8...20).contains(bits), let scale = Float(header[1]) else {
      return nil
    }
    classes = header.dropFirst(2).map(String.init)
    self.bits = bits
    self.scale = scale
    let count = classes.count << (bits - 1)
    guard let levels = ZlibData.bytes(of: bytes[(lineEnd + 1)...], count: count) else { return nil }
    self.levels = levels
  }

  /// Returns the table that ``init(_:)`` reads.
  /// - Parameter weights: for each feature one weight per class.
  static func table(bits: Int, classes: [String], weights: [Float]) -> [UInt8] {
    let maxLevel = Float(levelRange.upperBound)
    let largest = max(weights.reduce(0) { max($0, abs($1)) }, .leastNormalMagnitude)
    let header = (["\(bits)", "\(largest / (maxLevel * maxLevel))"] + classes).joined(separator: "\t")
    func level(_ weight: Float) -> UInt8 {
      let level = Int(((abs(weight) / largest).squareRoot() * maxLevel).rounded())
      return UInt8((weight < 0 ? -level : level) - levelRange.lowerBound)
    }
    let levels = stride(from: 0, to: weights.count, by: 2).map { level(weights[$0]) | level(weights[$0 + 1]) << 4 }
    return Array((header + "\n").utf8) + ZlibData.compressed(levels)
  }

  /// Returns the score of each class.
  /// - Parameter features: at least one.
  package func scores(of features: [Int]) -> [Float] {
    var sums = Array(repeating: Float(0), count: classes.count)
    let (squares, count) = (Self.squares, classes.count)
    for feature in features {
      var place = feature * count
      for index in 0..<count {
        let pair = levels[place >> 1]
        sums[index] += squares[Int(place & 1 == 0 ? pair & 15 : pair >> 4)]
        place += 1
      }
    }
    let factor = scale / Float(features.count).squareRoot()
    return sums.map { $0 * factor }
  }

  /// Returns the score of each class, by its name.
  package func scores(_ words: [String], circumstances: [String] = []) -> [String: Float] {
    Dictionary(zip(classes, scores(of: Self.features(words, circumstances, bits: bits)))) { $1 }
  }

  /// Returns the class with the highest score, which is its margin over `none`.
  /// - Parameter advantages: what is added to the scores of classes that are likely for other reasons.
  package func best(_ words: [String], _ advantages: [String: Float] = [:]) -> (name: String, margin: Float)? {
    scores(words).map { (name: $0, margin: $1 + (advantages[$0] ?? 0)) }.max {
      ($0.margin, $0.name) < ($1.margin, $1.name)
    }
  }

  /// Returns the features of a text, each once: hashes of `bits` bits. There is at least one.
  package static func features(_ words: [String], _ circumstances: [String] = [], bits: Int) -> [Int] {
    var found: Set<Int> = []
    func add(_ parts: UTF8View...) { found.insert(hash(parts, bits: bits)) }
    func addPieces(of text: String, lengths: ClosedRange<Int>) {
      for length in lengths {
        var start = text.startIndex
        while let end = text.utf8.index(start, offsetBy: length, limitedBy: text.endIndex) {
          add("c".utf8[...], text.utf8[start..<end])
          start = text.utf8.index(after: start)
        }
      }
    }
    add("".utf8[...])
    var previous = "".utf8[...]
    for word in words.prefix(maxWords) {
      let text = shape(word).utf8[...]
      add("w".utf8[...], text)
      add("b".utf8[...], previous, " ".utf8[...], text)
      previous = text
      if text.count > 3 { addPieces(of: "^\(word)$", lengths: 4...5) }
    }
    let length = String(min(words.count / 4, 6)).utf8[...]
    for circumstance in circumstances.map({ $0.utf8[...] }) {
      add("k".utf8[...], circumstance)
      add("l".utf8[...], circumstance, length)
      for word in words.prefix(maxWords) { add("x".utf8[...], circumstance, " ".utf8[...], word.utf8[...]) }
    }
    if circumstances.count > 1 { add("k".utf8[...], circumstances.joined(separator: " ").utf8[...]) }
    if bits > 16 { addPieces(of: words.prefix(maxWords).joined(separator: "_"), lengths: 5...6) }
    return found.sorted()
  }

  private typealias UTF8View = Substring.UTF8View

  /// A number counts by its digits before the decimal point only: "52" is `##`.
  private static func shape(_ word: String) -> String {
    guard let first = word.utf8.first, (0x30...0x39).contains(first) else { return word }
    let whole = word.utf8.prefix { (0x30...0x39).contains($0) }.count
    return String(repeating: "#", count: min(whole, 4)) + (whole < word.utf8.count ? "." : "")
  }

  private static func hash(_ parts: [UTF8View], bits: Int) -> Int {
    let value = parts.reduce(FNV1a.start) { FNV1a.hash($1, from: $0) }
    return Int((value ^ value >> 15) & (1 << UInt32(bits) - 1))
  }
}
