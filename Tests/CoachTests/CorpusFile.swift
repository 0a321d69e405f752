import Foundation
import JSONCodec

/// The files of JSON lines in `Cases`.
enum CorpusFile {
  /// - Parameter path: relative to `Cases`.
  static func lines(_ path: String) throws -> [JSONValue] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(path)")
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
  }
}
