/// The foods of CSV downloads, whose tables are joined by `fdc_id` (a partitioned hash join).
///
/// One pass over `food.csv` determines ranges of numbers. Each table is then read once and its rows are written to the
/// temporary file of their range; the ranges are joined one after the other. Memory does not grow with the download,
/// the rows may have any order, and an invalid row is found before anything is stored.
struct CSVDrafts: DraftSource {
  /// Foods of one range, about 20 MB with the joined rows.
  static let batchSize = 25_000
  /// Largest number of open temporary files.
  private static let maxRanges = 256
  /// Estimated duration of storing as a multiple of that of reading, for the progress.
  private static let storingShare = 3
  /// Foods of a batch.
  private static let count = 200

  private let download: FoodDownload
  private let meter: ProgressMeter
  private let units: [String: String]
  private let categories: [String: String]
  private let bounds: [Int64]
  private let types: Set<FoodDataType>
  private let bytes: Int
  /// The files of the ranges that are not joined yet.
  private var files: [TemporaryFile] = []
  private var total = 0
  private var done = 0
  private var isPartitioned = false
  private var batch: [FoodDraft] = []
  private var delivered = 0

  private static let joined = [
    "food_nutrient.csv", "food_portion.csv", "branded_food.csv", "sr_legacy_food.csv", "foundation_food.csv",
    "survey_fndds_food.csv",
  ]

  init(
    _ download: FoodDownload, batchSize: Int = CSVDrafts.batchSize, report: @escaping (ImportProgress) -> Void
  ) throws(FoodImportError) {
    self.download = download
    let (numbers, types) = try Self.numbers(download)
    self.types = types
    let ranges = min(max(1, (numbers.count + batchSize - 1) / max(1, batchSize)), Self.maxRanges)
    bounds = numbers.bounds(ranges)
    bytes = download.size("food.csv") + Self.joined.reduce(0) { $0 + download.size($1) }
    meter = ProgressMeter(total: bytes * (1 + Self.storingShare), report)
    units = try Self.names(download, "measure_unit.csv", "id", "name")
    var categories = try Self.names(download, "food_category.csv", "id", "description")
    let survey = try Self.names(
      download, "wweia_food_category.csv", "wweia_food_category", "wweia_food_category_description")
    categories.merge(survey) { first, _ in first }
    self.categories = categories
  }

  /// The meter, which counts the storing of the foods as well.
  var progress: ProgressMeter { meter }

  mutating func next() throws(FoodImportError) -> [FoodDraft] {
    if !isPartitioned { try partition() }
    while delivered == batch.count, !files.isEmpty { try joinRange() }
    let drafts = Array(batch[delivered..<min(delivered + Self.count, batch.count)])
    delivered += drafts.count
    return drafts
  }

  // MARK: - Joining

  private mutating func joinRange() throws(FoodImportError) {
    let file = files.removeFirst()
    batch.removeAll(keepingCapacity: true)
    delivered = 0
    try file.rewind()
    var positions: [Int64: Int] = [:]
    // Rows of food.csv come first, because that table was partitioned first.
    while let (number, record) = try TableRecord.read(file) {
      if let draft = record.draft(number) {
        positions[number] = batch.count
        batch.append(draft)
      } else if let position = positions[number] {
        record.add(to: &batch[position])
      }
    }
    done += file.count
    let share = Double(done) / Double(max(1, total))
    meter.reached(Int(share * Double(bytes * Self.storingShare)))
  }

  // MARK: - Partitioning

  private mutating func partition() throws(FoodImportError) {
    isPartitioned = true
    for _ in 0...bounds.count { files.append(try TemporaryFile()) }
    try partitionFoods()
    try partitionNutrients()
    try partitionPortions()
    try partitionBrands()
    try partitionCodes()
    total = files.reduce(0) { $0 + $1.count }
    meter.begin("food.csv")
  }

  private func write(_ record: TableRecord, _ number: Int64) throws(FoodImportError) {
    try record.write(number, to: files[RangePartition.index(of: number, in: bounds)])
  }

  private func partitionFoods() throws(FoodImportError) {
    var rows = try Self.open(download, "food.csv", requires: Self.required)
    let (id, type, name) = (rows.column("fdc_id"), rows.column("data_type"), rows.column("description"))
    let (category, date) = (rows.column("food_category_id"), rows.column("publication_date"))
    meter.begin("food.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      // Laboratory samples and their acquisitions are no foods.
      guard let type = FoodDataType(named: rows.text(type)) else { continue }
      let code = rows.text(category)
      try write(
        .food(
          type: type, name: rows.text(name),
          category: categories[code] ?? (code.contains(where: \.isLetter) ? code : ""),
          published: String(rows.text(date).prefix(10))), try Self.number(id, rows))
    }
  }

  private func partitionNutrients() throws(FoodImportError) {
    var rows = try Self.open(download, "food_nutrient.csv", requires: ["fdc_id", "nutrient_id", "amount"])
    let (id, nutrient, amount) = (rows.column("fdc_id"), rows.column("nutrient_id"), rows.column("amount"))
    meter.begin("food_nutrient.csv")
    while try rows.next() {
      guard let code = rows.integer(nutrient) else { throw rows.failure("nutrient_id is not a number") }
      meter.reached(rows.bytesRead)
      let number = try Self.number(id, rows)
      guard let known = FDCNutrient(id: code), !rows.bytes(amount).isEmpty else { continue }
      guard let value = rows.number(amount) else { throw rows.failure("amount is not a number") }
      try write(.nutrient(known, Float(value)), number)
    }
  }

  private func partitionPortions() throws(FoodImportError) {
    guard download.size("food_portion.csv") > 0 else { return }
    var rows = try Self.open(download, "food_portion.csv", requires: ["fdc_id", "gram_weight"])
    let (id, grams, amount) = (rows.column("fdc_id"), rows.column("gram_weight"), rows.column("amount"))
    let (unit, text, modifier) = (
      rows.column("measure_unit_id"), rows.column("portion_description"), rows.column("modifier")
    )
    meter.begin("food_portion.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      let number = try Self.number(id, rows)
      guard !rows.bytes(grams).isEmpty else { continue }
      guard let weight = rows.number(grams) else { throw rows.failure("gram_weight is not a number") }
      let described = rows.text(text)
      let portion =
        described.isEmpty
        ? FoodDraft.Portion(
          text: FoodDraft.portionText(unit: units[rows.text(unit)] ?? "", modifier: rows.text(modifier)),
          grams: weight, amount: rows.number(amount))
        : FoodDraft.Portion(text: described, grams: weight, amount: nil)
      try write(.portion(portion), number)
    }
  }

  private func partitionBrands() throws(FoodImportError) {
    guard download.size("branded_food.csv") > 0, types.contains(.branded) else { return }
    var rows = try Self.open(download, "branded_food.csv", requires: ["fdc_id"])
    let columns = [
      "fdc_id", "brand_name", "brand_owner", "gtin_upc", "serving_size", "serving_size_unit",
      "household_serving_fulltext", "branded_food_category",
    ].map { rows.column($0) }
    meter.begin("branded_food.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      let number = try Self.number(columns[0], rows)
      let name = rows.text(columns[1])
      try write(
        .brand(
          name: name.isEmpty ? rows.text(columns[2]) : name, code: rows.text(columns[3]), size: rows.number(columns[4]),
          unit: rows.text(columns[5]), serving: rows.text(columns[6]), category: rows.text(columns[7])), number)
    }
  }

  /// Partitions the identifiers that all editions of a food share.
  private func partitionCodes() throws(FoodImportError) {
    let tables: [(String, FoodDataType, String)] = [
      ("sr_legacy_food.csv", .legacy, "ndb_number"), ("foundation_food.csv", .foundation, "ndb_number"),
      ("survey_fndds_food.csv", .survey, "food_code"),
    ]
    for (table, type, column) in tables where download.size(table) > 0 && types.contains(type) {
      var rows = try Self.open(download, table, requires: ["fdc_id"])
      let (id, code) = (rows.column("fdc_id"), rows.column(column))
      meter.begin(table)
      while try rows.next() {
        meter.reached(rows.bytesRead)
        try write(.code(type, rows.text(code)), try Self.number(id, rows))
      }
    }
  }

  // MARK: - Tables

  private static let required = ["fdc_id", "data_type", "description"]

  private static func number(_ column: Int?, _ rows: CSVReader) throws(FoodImportError) -> Int64 {
    guard let number = rows.integer(column) else { throw rows.failure("fdc_id is not a number") }
    return number
  }

  private static func open(
    _ download: FoodDownload, _ name: String, requires columns: [String]
  ) throws(FoodImportError) -> CSVReader {
    guard let source = try download.source(name) else {
      throw FoodImportError.unknownKind(path: download.path, reason: "it contains no \(name)")
    }
    return try CSVReader(source, requires: columns)
  }

  /// A small table as a dictionary; empty if there is no such file.
  private static func names(
    _ download: FoodDownload, _ table: String, _ key: String, _ value: String
  ) throws(FoodImportError) -> [String: String] {
    guard download.size(table) > 0 else { return [:] }
    var rows = try open(download, table, requires: [key, value])
    let (keyColumn, valueColumn) = (rows.column(key), rows.column(value))
    var names: [String: String] = [:]
    while try rows.next(), names.count < 10_000 { names[rows.text(keyColumn)] = rows.text(valueColumn) }
    return names
  }

  /// The distribution of the food numbers, and the data types of the download.
  private static func numbers(
    _ download: FoodDownload
  ) throws(FoodImportError) -> (numbers: RangePartition, types: Set<FoodDataType>) {
    var rows = try open(download, "food.csv", requires: required)
    let (id, type) = (rows.column("fdc_id"), rows.column("data_type"))
    var numbers = RangePartition()
    var types: Set<FoodDataType> = []
    while try rows.next() {
      guard let type = FoodDataType(named: rows.text(type)) else { continue }
      guard let number = rows.integer(id), number > 0 else { throw rows.failure("fdc_id is not a number") }
      numbers.add(number)
      types.insert(type)
    }
    return (numbers, types)
  }
}
