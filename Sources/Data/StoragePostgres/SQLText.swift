import Bytes
import CPostgres
import Storage

/// The text format of values (PostgreSQL documentation, "Data Types").
enum SQLText {
  /// Returns the value of a column.
  /// - Parameter type: the OID of its type. Values of an unknown type are text.
  static func value(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> SQLValue {
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    switch Int(type) {
    case HEARTH_PQ_INT8, HEARTH_PQ_INT4, HEARTH_PQ_INT2:
      return Int64(text).map(SQLValue.integer) ?? .text(text)
    case HEARTH_PQ_FLOAT8, HEARTH_PQ_FLOAT4: return Double(text).map(SQLValue.real) ?? .text(text)
    // The sum of a BIGINT column is NUMERIC.
    case HEARTH_PQ_NUMERIC:
      return Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real) ?? .text(text)
    case HEARTH_PQ_BOOL: return .bool(text == "t")
    case HEARTH_PQ_BYTEA: return Hex.decode(text.dropFirst(2)).map(SQLValue.blob) ?? .text(text)
    default: return .text(text)
    }
  }
}

/// The arguments of a statement in the form that libpq takes. Reused by the statements of a connection, so that most need no
/// allocation.
struct ArgumentBuffer {
  /// Texts, each with a NUL at its end, and bytes.
  private var bytes: [UInt8] = []
  /// The start of each argument in `bytes`; nil for NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  /// 0 for text, 1 for binary.
  private var formats: [Int32] = []

  /// Replaces the arguments.
  mutating func set(_ arguments: [SQLValue]) {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    for argument in arguments { append(argument) }
  }

  private mutating func append(_ argument: SQLValue) {
    let start = bytes.count
    switch argument {
    case .null: break
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .real(let number): bytes.append(contentsOf: number.description.utf8)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let blob): bytes.append(contentsOf: blob)
    }
    starts.append(argument == .null ? nil : start)
    lengths.append(Int32(clamping: bytes.count - start))
    if case .blob = argument { formats.append(1) } else { formats.append(0) }
    bytes.append(0)
  }

  /// Calls `body` with the values, lengths and formats, which are valid during the call.
  mutating func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      let values: [UnsafePointer<CChar>?] = unsafe starts.map { start in
        unsafe start.flatMap { unsafe bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return unsafe values.withUnsafeBufferPointer { values in
        unsafe lengths.withUnsafeBufferPointer { lengths in
          unsafe formats.withUnsafeBufferPointer { formats in
            unsafe body(Int32(values.count), values.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}
