import Evaluation
import JSONCodec

/// Files of JSON lines with cases for an evaluation.
struct CaseFiles {
  let paths: [String]

  /// Calls `body` with each line that is not empty.
  /// - Throws: `CommandFailure` with the file and the line that cannot be read.
  func readLines(_ body: (JSONValue) throws -> Void) throws {
    for path in paths {
      let data = try FileContents.read(path)
      for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      where line.contains(where: { $0 > 0x20 }) {
        do {
          try body(JSONValue(parsing: line))
        } catch let error as EvaluationCaseError {
          throw CommandFailure("\(path):\(number + 1): \(error.missing) is missing or has the wrong type")
        } catch {
          throw CommandFailure("\(path):\(number + 1): not a JSON object: \(error)")
        }
      }
    }
  }
}
