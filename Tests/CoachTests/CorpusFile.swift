import Foundation
import JSONCodec

/// The files of JSON lines beside the tests.
enum CorpusFile {
  /// - Parameter path: relative to the folder of the tests of the coach.
  static func lines(_ path: String) throws -> [JSONValue] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
  }
}
