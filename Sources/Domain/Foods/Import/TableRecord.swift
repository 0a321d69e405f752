/// One row of a CSV table, in the form of temporary files.
///
/// Layout: the kind (1 byte), the number of the food (8 bytes), then the fields in their order: numbers with 8 bytes,
/// texts as a length of 2 bytes and UTF-8. Little-endian.
enum TableRecord {
  case food(type: FoodDataType, name: String, category: String, published: String)
  case nutrient(FDCNutrient, Float)
  case portion(FoodDraft.Portion)
  case brand(name: String, code: String, size: Double?, unit: String, serving: String, category: String)
  /// The barcode, food code or NDB number.
  case code(FoodDataType, String)

  /// Longest text in bytes; longer ones are truncated.
  private static let maxText = 4096

  // MARK: - Joining

  /// The food that a row of `food.csv` begins; nil for rows that add to one.
  func draft(_ number: Int64) -> FoodDraft? {
    guard case .food(let type, let name, let category, let published) = self else { return nil }
    var draft = FoodDraft(fdcID: number, type: type, name: name)
    draft.category = category
    draft.published = published
    return draft
  }

  /// Adds the fields to their food.
  func add(to draft: inout FoodDraft) {
    switch self {
    case .food: break
    case .nutrient(let nutrient, let amount): draft.amounts[nutrient.rawValue] = amount
    case .portion(let portion):
      if draft.portions.count < FoodDraft.maxPortions { draft.portions.append(portion) }
    case .brand(let name, let code, let size, let unit, let serving, let category):
      draft.brand = name
      draft.identity = FoodDraft.identity(.branded, code)
      draft.servingSize = size
      draft.servingUnit = unit
      draft.servingText = serving
      if !category.isEmpty { draft.category = category }
    case .code(let type, let code):
      if draft.type == type { draft.identity = FoodDraft.identity(type, code) }
    }
  }

  // MARK: - Serialization

  /// Appends the record to a file.
  func write(_ number: Int64, to stream: TemporaryFile) throws(FoodImportError) {
    var bytes: [UInt8] = []
    func add(_ value: UInt64) { for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) } }
    func add(_ text: String) {
      let text = text.utf8.prefix(Self.maxText)
      bytes.append(UInt8(truncatingIfNeeded: text.count))
      bytes.append(UInt8(truncatingIfNeeded: text.count >> 8))
      bytes.append(contentsOf: text)
    }
    func add(_ value: Double?) { add((value ?? .nan).bitPattern) }
    func add(_ type: FoodDataType) { bytes.append(UInt8(truncatingIfNeeded: type.rank)) }
    bytes.append(kind)
    add(UInt64(bitPattern: number))
    switch self {
    case .food(let type, let name, let category, let published):
      add(type)
      for text in [name, category, published] { add(text) }
    case .nutrient(let nutrient, let amount):
      bytes.append(UInt8(truncatingIfNeeded: nutrient.rawValue))
      add(Double(amount))
    case .portion(let portion):
      add(portion.text)
      add(portion.grams)
      add(portion.amount)
    case .brand(let name, let code, let size, let unit, let serving, let category):
      add(size)
      for text in [name, code, unit, serving, category] { add(text) }
    case .code(let type, let code):
      add(type)
      add(code)
    }
    try stream.write(bytes)
  }

  /// Reads the next record and the number of its food; nil at the end.
  static func read(_ stream: TemporaryFile) throws(FoodImportError) -> (number: Int64, record: TableRecord)? {
    guard let kind = try stream.byte() else { return nil }
    let number = Int64(bitPattern: try stream.integer())
    return (number, try record(kind, stream))
  }

  private static func record(_ kind: UInt8, _ stream: TemporaryFile) throws(FoodImportError) -> TableRecord {
    switch kind {
    case 0:
      return .food(
        type: try type(stream), name: try text(stream), category: try text(stream), published: try text(stream))
    case 1:
      guard let nutrient = FDCNutrient(rawValue: Int(try stream.bytes(1).first ?? 255)) else { throw damaged }
      return .nutrient(nutrient, Float(try number(stream) ?? .nan))
    case 2:
      return .portion(
        FoodDraft.Portion(text: try text(stream), grams: try number(stream) ?? 0, amount: try number(stream)))
    case 3:
      let size = try number(stream)
      return .brand(
        name: try text(stream), code: try text(stream), size: size, unit: try text(stream), serving: try text(stream),
        category: try text(stream))
    case 4: return .code(try type(stream), try text(stream))
    default: throw damaged
    }
  }

  private var kind: UInt8 {
    switch self {
    case .food: 0
    case .nutrient: 1
    case .portion: 2
    case .brand: 3
    case .code: 4
    }
  }

  private static func text(_ stream: TemporaryFile) throws(FoodImportError) -> String {
    let count = try stream.bytes(2).reversed().reduce(0) { $0 << 8 | Int($1) }
    return String(decoding: try stream.bytes(count), as: UTF8.self)
  }

  private static func number(_ stream: TemporaryFile) throws(FoodImportError) -> Double? {
    let value = Double(bitPattern: try stream.integer())
    return value.isNaN ? nil : value
  }

  private static func type(_ stream: TemporaryFile) throws(FoodImportError) -> FoodDataType {
    let rank = Int64(try stream.bytes(1).first ?? 255)
    guard let type = FoodDataType.allCases.first(where: { $0.rank == rank }) else { throw damaged }
    return type
  }

  private static let damaged = FoodImportError.unreadable(path: "a temporary file", reason: "the file is damaged")
}
