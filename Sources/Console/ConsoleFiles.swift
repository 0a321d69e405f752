import CConsole
import Pages

/// The files of `Sources/Console/Resources`, which the program contains.
enum ConsoleFiles {
  /// Makers of all files by name. The bytes are copied when a maker is called.
  static var makers: [String: @Sendable () -> PageFile] {
    let pairs = (0..<hearth_console_files_count()).map { index in
      let name = name(at: index)
      return (name, { @Sendable in PageFile(content(at: index), mediaType: mediaType(of: name)) })
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The content of the page, with its marks.
  static var page: String {
    let index = (0..<hearth_console_files_count()).first { name(at: $0) == pageName }
    return index.map { String(decoding: content(at: $0), as: UTF8.self) } ?? ""
  }

  /// The name of the page, which is no file of its own for clients.
  static let pageName = "console.html"

  private static func name(at index: Int) -> String { unsafe String(cString: hearth_console_files()[index].name) }

  private static func content(at index: Int) -> [UInt8] {
    let file = unsafe hearth_console_files()[index]
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  private static func mediaType(of name: String) -> String {
    name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }
}
