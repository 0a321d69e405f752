import Bytes
import CFoods
import TextModels

/// The files of `Resources/languages` that are compiled into the program.
enum LanguageFiles {
  /// The rows of one file: fields by tabs, without comments (`#`) and empty lines.
  ///
  /// - Parameter code: name of the language's folder; empty for the file of all languages.
  static func rows(_ file: String, of code: String = "") -> [[String]] {
    guard let file = unsafe hearth_language_file(code, file) else { return [] }
    return unsafe rows(ZlibData.table(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count)))
  }

  /// The rows of the contents of a file.
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
      line.fields("\t").map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
