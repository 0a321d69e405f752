/// The foods of an export of Open Food Facts, also compressed with gzip.
struct ProductDrafts: DraftSource {
  /// Foods of a batch.
  private static let count = 200

  private enum Rows {
    case table(ProductTable)
    case lines(ProductLine)
  }

  private let file: ProductFile
  private let meter: ProgressMeter
  private let rows: Rows
  private var reader: LineReader

  init(
    _ path: String, isTable: Bool, language: String?, report: @escaping (ImportProgress) -> Void
  ) throws(FoodImportError) {
    file = try ProductFile(path)
    meter = ProgressMeter(total: file.size, report)
    reader = LineReader(file.source, limit: isTable ? ProductTable.maxRowBytes : ProductLine.maxLineBytes)
    if isTable {
      guard case .text(let head) = try reader.next() else {
        throw .malformed(path: path, line: 1, reason: "there is no row of column names")
      }
      rows = .table(try ProductTable(head, language: language, file: path))
    } else {
      rows = .lines(ProductLine(language: language))
    }
    meter.begin(path)
  }

  /// The meter, which counts the storing of the foods as well.
  var progress: ProgressMeter { meter }

  mutating func next() throws(FoodImportError) -> [FoodDraft] {
    var drafts: [FoodDraft] = []
    while drafts.count < Self.count, let line = try reader.next() {
      meter.reached(file.bytesRead)
      drafts.append(product(line).draft())
    }
    return drafts
  }

  private func product(_ line: LineReader.Line) -> Product {
    guard case .text(let bytes) = line else {
      var product = Product()
      product.defect = .oversized
      return product
    }
    return switch rows {
    case .table(let table): table.product(bytes)
    case .lines(let lines): lines.product(bytes)
    }
  }
}

/// A file that may be compressed with gzip, by its first bytes.
struct ProductFile {
  /// The uncompressed bytes.
  let source: any ByteSource
  /// Size of the file in bytes.
  let size: Int
  private let file: FileSource

  init(_ path: String) throws(FoodImportError) {
    guard let size = FileSource.size(path) else { throw .unreadable(path: path, reason: "no such file") }
    self.size = size
    let head = try FileSource(path, length: 2).read()
    file = try FileSource(path)
    source = head == [0x1F, 0x8B] ? try InflatingSource(file, format: .gzip) : file
  }

  /// Bytes of the file that were read.
  var bytesRead: Int { file.bytesRead }
}
