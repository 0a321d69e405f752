/// The foods of CSV downloads, whose tables are joined by `fdc_id`.
///
/// Each table is read once, and each row put with the others of its range of numbers into a temporary file; then one range
/// after the other is read from there. So memory does not grow with the download, no order of rows is relied upon, and a
/// row that is not what the format says is found before anything is stored. The numbers themselves are read once before.
struct CSVDrafts: DraftSource {
  /// Foods of one range; about 20 MB with all that is joined to them.
  static let lotSize = 25_000
  /// Files that are open at once.
  private static let maxRanges = 256
  /// How much longer storing takes than reading, for the progress.
  private static let storingShare = 3
  private static let count = 200

  private let download: FoodDownload
  private let meter: ProgressMeter
  private let units: [String: String]
  private let categories: [String: String]
  private let bounds: [Int64]
  private let types: Set<FoodDataType>
  private let bytes: Int
  /// One for each range; emptied from the front.
  private var streams: [TemporaryStream] = []
  private var total = 0
  private var done = 0
  private var isSorted = false
  private var lot: [FoodDraft] = []
  private var given = 0

  private static let joined = [
    "food_nutrient.csv", "food_portion.csv", "branded_food.csv", "sr_legacy_food.csv", "foundation_food.csv",
    "survey_fndds_food.csv",
  ]

  init(
    _ download: FoodDownload, lotSize: Int = CSVDrafts.lotSize, report: @escaping (ImportProgress) -> Void
  ) throws(FoodImportError) {
    self.download = download
    let (numbers, types) = try Self.numbers(download)
    self.types = types
    let ranges = min(max(1, (numbers.count + lotSize - 1) / max(1, lotSize)), Self.maxRanges)
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

  /// For what is done with the foods.
  var progress: ProgressMeter { meter }

  mutating func next() throws(FoodImportError) -> [FoodDraft] {
    if !isSorted { try sort() }
    while given == lot.count, !streams.isEmpty { try readLot() }
    let drafts = Array(lot[given..<min(given + Self.count, lot.count)])
    given += drafts.count
    return drafts
  }

  // MARK: A range

  private mutating func readLot() throws(FoodImportError) {
    let stream = streams.removeFirst()
    lot.removeAll(keepingCapacity: true)
    given = 0
    try stream.rewind()
    var places: [Int64: Int] = [:]
    // Foods come first, as their table was the first to be read.
    while let (number, piece) = try DraftPiece.read(stream) {
      if let draft = piece.draft(number) {
        places[number] = lot.count
        lot.append(draft)
      } else if let place = places[number] {
        piece.add(to: &lot[place])
      }
    }
    done += stream.count
    let share = Double(done) / Double(max(1, total))
    meter.reached(Int(share * Double(bytes * Self.storingShare)))
  }

  // MARK: Sorting

  private mutating func sort() throws(FoodImportError) {
    isSorted = true
    for _ in 0...bounds.count { streams.append(try TemporaryStream()) }
    try sortFoods()
    try sortNutrients()
    try sortPortions()
    try sortBrands()
    try sortCodes()
    total = streams.reduce(0) { $0 + $1.count }
    meter.begin("food.csv")
  }

  private func put(_ piece: DraftPiece, _ number: Int64) throws(FoodImportError) {
    try piece.write(number, to: streams[NumberRanges.place(number, in: bounds)])
  }

  private func sortFoods() throws(FoodImportError) {
    var rows = try Self.open(download, "food.csv", requires: Self.required)
    let (id, type, name) = (rows.column("fdc_id"), rows.column("data_type"), rows.column("description"))
    let (category, date) = (rows.column("food_category_id"), rows.column("publication_date"))
    meter.begin("food.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      // Samples and what they were bought from have no figures of a food to eat.
      guard let type = FoodDataType(rawValue: rows.text(type)) else { continue }
      let code = rows.text(category)
      try put(
        .food(
          type: type, name: rows.text(name),
          category: categories[code] ?? (code.contains(where: \.isLetter) ? code : ""),
          published: String(rows.text(date).prefix(10))), try Self.number(id, rows))
    }
  }

  private func sortNutrients() throws(FoodImportError) {
    var rows = try Self.open(download, "food_nutrient.csv", requires: ["fdc_id", "nutrient_id", "amount"])
    let (id, nutrient, amount) = (rows.column("fdc_id"), rows.column("nutrient_id"), rows.column("amount"))
    meter.begin("food_nutrient.csv")
    while try rows.next() {
      guard let code = rows.integer(nutrient) else { throw rows.failure("nutrient_id is no number") }
      meter.reached(rows.bytesRead)
      let number = try Self.number(id, rows)
      guard let known = FDCNutrient(id: code), !rows.bytes(amount).isEmpty else { continue }
      guard let value = rows.number(amount) else { throw rows.failure("amount is no number") }
      try put(.nutrient(known, Float(value)), number)
    }
  }

  private func sortPortions() throws(FoodImportError) {
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
      guard let weight = rows.number(grams) else { throw rows.failure("gram_weight is no number") }
      let described = rows.text(text)
      let portion =
        described.isEmpty
        ? FoodDraft.Portion(
          text: FoodDraft.portionText(unit: units[rows.text(unit)] ?? "", modifier: rows.text(modifier)),
          grams: weight, amount: rows.number(amount))
        : FoodDraft.Portion(text: described, grams: weight, amount: nil)
      try put(.portion(portion), number)
    }
  }

  private func sortBrands() throws(FoodImportError) {
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
      try put(
        .brand(
          name: name.isEmpty ? rows.text(columns[2]) : name, code: rows.text(columns[3]), size: rows.number(columns[4]),
          unit: rows.text(columns[5]), serving: rows.text(columns[6]), category: rows.text(columns[7])), number)
    }
  }

  /// What makes two editions of a food one.
  private func sortCodes() throws(FoodImportError) {
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
        try put(.code(type, rows.text(code)), try Self.number(id, rows))
      }
    }
  }

  // MARK: Tables

  private static let required = ["fdc_id", "data_type", "description"]

  private static func number(_ column: Int?, _ rows: CSVReader) throws(FoodImportError) -> Int64 {
    guard let number = rows.integer(column) else { throw rows.failure("fdc_id is no number") }
    return number
  }

  private static func open(
    _ download: FoodDownload, _ name: String, requires columns: [String]
  ) throws(FoodImportError) -> CSVReader {
    guard let source = try download.source(name) else {
      throw FoodImportError.unknownKind(path: download.path, reason: "there is no \(name) in it")
    }
    return try CSVReader(source, requires: columns)
  }

  /// A small table as a dictionary; empty where it is not there.
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

  /// The numbers of the foods, by which they are cut into ranges, and the types that there are.
  private static func numbers(
    _ download: FoodDownload
  ) throws(FoodImportError) -> (numbers: NumberRanges, types: Set<FoodDataType>) {
    var rows = try open(download, "food.csv", requires: required)
    let (id, type) = (rows.column("fdc_id"), rows.column("data_type"))
    var numbers = NumberRanges()
    var types: Set<FoodDataType> = []
    while try rows.next() {
      guard let type = FoodDataType(rawValue: rows.text(type)) else { continue }
      guard let number = rows.integer(id), number > 0 else { throw rows.failure("fdc_id is no number") }
      numbers.add(number)
      types.insert(type)
    }
    return (numbers, types)
  }
}
