import CFoods
import TextModels

/// The files of `Resources/languages` that are compiled into the program.
enum LanguageFiles {
  /// The rows of one file in the folder of a language; without a code, of the file of all languages.
  static func rows(_ file: String, of code: String = "") -> [[String]] { TableRows.of(contents(file, of: code) ?? []) }

  /// The bytes of a file; nil if the language does not have it.
  static func contents(_ file: String, of code: String) -> [UInt8]? {
    unsafe hearth_language_file(code, file).map { unsafe $0.pointee.contents }
  }
}

extension hearth_file {
  var contents: [UInt8] { unsafe ZlibData.table(UnsafeBufferPointer(start: bytes, count: count)) }
}
