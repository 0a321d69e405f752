/// The foods of CSV downloads, whose tables are joined by `fdc_id`.
///
/// Takes so many rows of `food.csv` at a time and reads the other tables once for each such lot, so that memory does not
/// grow with the download and no order of rows is relied upon.
struct CSVDrafts: DraftSource {
  /// Foods of one lot; about 80 MB with all that is joined to them.
  static let lotSize = 100_000

  private let download: FoodDownload
  private let meter: ProgressMeter
  private let lotSize: Int
  private var foods: CSVReader
  private let units: [String: String]
  private let categories: [String: String]
  private var lot: [FoodDraft] = []
  private var given = 0

  private static let joined = [
    "food_nutrient.csv", "food_portion.csv", "branded_food.csv", "sr_legacy_food.csv", "foundation_food.csv",
    "survey_fndds_food.csv",
  ]
  private static let count = 200

  init(
    _ download: FoodDownload, lotSize: Int = CSVDrafts.lotSize, report: @escaping (ImportProgress) -> Void
  ) throws(FoodImportError) {
    self.download = download
    self.lotSize = max(1, lotSize)
    let rows = try Self.count(download)
    let lots = (rows + self.lotSize - 1) / self.lotSize
    meter = ProgressMeter(
      total: download.size("food.csv") + lots * Self.joined.reduce(0) { $0 + download.size($1) }, report)
    units = try Self.names(download, "measure_unit.csv", "id", "name")
    var categories = try Self.names(download, "food_category.csv", "id", "description")
    let survey = try Self.names(
      download, "wweia_food_category.csv", "wweia_food_category", "wweia_food_category_description")
    categories.merge(survey) { first, _ in first }
    self.categories = categories
    foods = try Self.open(download, "food.csv", requires: ["fdc_id", "data_type", "description"])
  }

  /// For what is done with the foods.
  var progress: ProgressMeter { meter }

  mutating func next() throws(FoodImportError) -> [FoodDraft] {
    if given == lot.count { try readLot() }
    let drafts = Array(lot[given..<min(given + Self.count, lot.count)])
    given += drafts.count
    return drafts
  }

  // MARK: A lot

  private mutating func readLot() throws(FoodImportError) {
    lot.removeAll(keepingCapacity: true)
    given = 0
    let (id, type, name) = (foods.column("fdc_id"), foods.column("data_type"), foods.column("description"))
    let (category, date) = (foods.column("food_category_id"), foods.column("publication_date"))
    var places: [Int64: Int] = [:]
    while lot.count < lotSize, try foods.next() {
      // Samples and what they were bought from have no figures of a food to eat.
      guard let type = FoodDataType(rawValue: foods.text(type)) else { continue }
      guard let number = foods.integer(id), number > 0 else { throw foods.failure("fdc_id is no number") }
      var draft = FoodDraft(fdcID: number, type: type, name: foods.text(name))
      draft.published = String(foods.text(date).prefix(10))
      let code = foods.text(category)
      draft.category = categories[code] ?? (code.contains(where: \.isLetter) ? code : "")
      places[number] = lot.count
      lot.append(draft)
    }
    meter.begin("food.csv")
    guard !lot.isEmpty else { return }
    try readNutrients(places)
    try readPortions(places)
    try readBrands(places)
    try readCodes(places)
  }

  private mutating func readNutrients(_ places: [Int64: Int]) throws(FoodImportError) {
    var rows = try Self.open(download, "food_nutrient.csv", requires: ["fdc_id", "nutrient_id", "amount"])
    let (id, nutrient, amount) = (rows.column("fdc_id"), rows.column("nutrient_id"), rows.column("amount"))
    meter.begin("food_nutrient.csv")
    while try rows.next() {
      guard let code = rows.integer(nutrient) else { throw rows.failure("nutrient_id is no number") }
      if let known = FDCNutrient(id: code), let place = try Self.place(id, places, rows), !rows.bytes(amount).isEmpty {
        guard let value = rows.number(amount) else { throw rows.failure("amount is no number") }
        lot[place].amounts[known.rawValue] = Float(value)
      }
      meter.reached(rows.bytesRead)
    }
  }

  private mutating func readPortions(_ places: [Int64: Int]) throws(FoodImportError) {
    guard download.size("food_portion.csv") > 0 else { return }
    var rows = try Self.open(download, "food_portion.csv", requires: ["fdc_id", "gram_weight"])
    let (id, grams, amount) = (rows.column("fdc_id"), rows.column("gram_weight"), rows.column("amount"))
    let (unit, text, modifier) = (
      rows.column("measure_unit_id"), rows.column("portion_description"), rows.column("modifier")
    )
    meter.begin("food_portion.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      guard let place = try Self.place(id, places, rows), lot[place].portions.count < FoodDraft.maxPortions,
        !rows.bytes(grams).isEmpty
      else { continue }
      guard let weight = rows.number(grams) else { throw rows.failure("gram_weight is no number") }
      let described = rows.text(text)
      lot[place].portions.append(
        described.isEmpty
          ? FoodDraft.Portion(
            text: FoodDraft.portionText(unit: units[rows.text(unit)] ?? "", modifier: rows.text(modifier)),
            grams: weight, amount: rows.number(amount))
          : FoodDraft.Portion(text: described, grams: weight, amount: nil))
    }
  }

  private mutating func readBrands(_ places: [Int64: Int]) throws(FoodImportError) {
    guard download.size("branded_food.csv") > 0, lot.contains(where: { $0.type == .branded }) else { return }
    var rows = try Self.open(download, "branded_food.csv", requires: ["fdc_id"])
    let columns = [
      "fdc_id", "brand_name", "brand_owner", "gtin_upc", "serving_size", "serving_size_unit",
      "household_serving_fulltext", "branded_food_category",
    ].map { rows.column($0) }
    meter.begin("branded_food.csv")
    while try rows.next() {
      meter.reached(rows.bytesRead)
      guard let place = try Self.place(columns[0], places, rows) else { continue }
      let brand = rows.text(columns[1])
      lot[place].brand = brand.isEmpty ? rows.text(columns[2]) : brand
      lot[place].identity = FoodDraft.identity(.branded, rows.text(columns[3]))
      lot[place].servingSize = rows.number(columns[4])
      lot[place].servingUnit = rows.text(columns[5])
      lot[place].servingText = rows.text(columns[6])
      let category = rows.text(columns[7])
      if !category.isEmpty { lot[place].category = category }
    }
  }

  /// What makes two editions of a food one.
  private mutating func readCodes(_ places: [Int64: Int]) throws(FoodImportError) {
    let tables: [(String, FoodDataType, String)] = [
      ("sr_legacy_food.csv", .legacy, "ndb_number"), ("foundation_food.csv", .foundation, "ndb_number"),
      ("survey_fndds_food.csv", .survey, "food_code"),
    ]
    for (table, type, column) in tables where download.size(table) > 0 && lot.contains(where: { $0.type == type }) {
      var rows = try Self.open(download, table, requires: ["fdc_id"])
      let (id, code) = (rows.column("fdc_id"), rows.column(column))
      meter.begin(table)
      while try rows.next() {
        meter.reached(rows.bytesRead)
        guard let place = try Self.place(id, places, rows), lot[place].type == type else { continue }
        lot[place].identity = FoodDraft.identity(type, rows.text(code))
      }
    }
  }

  // MARK: Tables

  private static func place(
    _ column: Int?, _ places: [Int64: Int], _ rows: CSVReader
  ) throws(FoodImportError) -> Int? {
    guard let number = rows.integer(column) else { throw rows.failure("fdc_id is no number") }
    return places[number]
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

  /// How many foods there are, so that it is known how often the other tables will be read.
  private static func count(_ download: FoodDownload) throws(FoodImportError) -> Int {
    var rows = try open(download, "food.csv", requires: ["fdc_id", "data_type", "description"])
    let type = rows.column("data_type")
    var count = 0
    while try rows.next() { if FoodDataType(rawValue: rows.text(type)) != nil { count += 1 } }
    return count
  }
}
