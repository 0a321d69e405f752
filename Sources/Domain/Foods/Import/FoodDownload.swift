/// A download of FoodData Central: a folder or ZIP file of CSV tables, or one or more JSON files.
struct FoodDownload {
  enum Kind {
    /// CSV tables, opened by their names.
    case tables
    /// JSON files by name.
    case documents([String])
  }

  let path: String
  let kind: Kind
  private let archive: ZipArchive?
  /// Entries of the archive by the last component of their paths.
  private let entries: [String: ZipArchive.Entry]

  /// - Parameter path: a folder, `food.csv`, a `.json` or a `.zip`.
  init(_ path: String) throws(FoodImportError) {
    if path.hasSuffix(".zip") {
      let archive = try ZipArchive(path)
      var entries: [String: ZipArchive.Entry] = [:]
      for entry in archive.entries { entries[entry.name.split(separator: "/").last.map(String.init) ?? ""] = entry }
      let documents = entries.keys.filter { $0.hasSuffix(".json") }.sorted()
      guard entries["food.csv"] != nil || !documents.isEmpty else {
        throw FoodImportError.unknownKind(path: path, reason: "it contains neither food.csv nor a JSON file")
      }
      self.init(
        path: path, kind: entries["food.csv"] != nil ? .tables : .documents(documents), archive: archive,
        entries: entries)
    } else if FileSource.isFolder(path) {
      guard FileSource.size(path + "/food.csv") != nil else {
        throw FoodImportError.unknownKind(path: path, reason: "it contains no food.csv")
      }
      self.init(path: path, kind: .tables, archive: nil, entries: [:])
    } else if path.hasSuffix(".csv") {
      guard path == "food.csv" || path.hasSuffix("/food.csv") else {
        throw FoodImportError.unknownKind(
          path: path, reason: "expected food.csv or the folder that contains it, or an export of Open Food Facts")
      }
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      self.init(
        path: folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, kind: .tables, archive: nil, entries: [:])
    } else if path.hasSuffix(".json") {
      guard FileSource.size(path) != nil else {
        throw FoodImportError.unreadable(path: path, reason: "no such file")
      }
      self.init(path: path, kind: .documents([path]), archive: nil, entries: [:])
    } else {
      let reason =
        FileSource.size(path) == nil
        ? "no such file" : "expected a folder with food.csv, a .json or .zip, or products as JSON lines (.jsonl)"
      throw FoodImportError.unknownKind(path: path, reason: reason)
    }
  }

  private init(path: String, kind: Kind, archive: ZipArchive?, entries: [String: ZipArchive.Entry]) {
    self.path = path
    self.kind = kind
    self.archive = archive
    self.entries = entries
  }

  /// Opens a table or document; nil if there is none with this name.
  func source(_ name: String) throws(FoodImportError) -> (any ByteSource)? {
    if let archive { return try entries[name].map { entry throws(FoodImportError) in try archive.source(entry) } }
    let file = filePath(name)
    return FileSource.size(file) == nil ? nil : try FileSource(file)
  }

  /// The uncompressed size in bytes; 0 if there is no such file.
  func size(_ name: String) -> Int { archive == nil ? FileSource.size(filePath(name)) ?? 0 : entries[name]?.size ?? 0 }

  private func filePath(_ name: String) -> String {
    if case .documents = kind { return name }
    return path + "/" + name
  }
}
