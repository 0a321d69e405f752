import CPostgres
import Glibc
import Storage

/// A result of libpq, which is freed with this object. It belongs to one thread.
@safe final class PostgresResult {
  private let result: OpaquePointer
  private let library: LibPQResult

  init(_ result: OpaquePointer, _ library: LibPQResult) {
    unsafe self.result = unsafe result
    self.library = library
  }

  deinit { unsafe library.clear(result) }

  /// The kind of the result (`HEARTH_PQ_…`).
  var status: Int { unsafe Int(library.status(result)) }

  /// Whether the statement succeeded.
  var isSuccess: Bool { status == Int(HEARTH_PQ_COMMAND_OK) || status == Int(HEARTH_PQ_TUPLES_OK) }

  /// Whether it marks the end of a batch.
  var isSync: Bool { status == Int(HEARTH_PQ_PIPELINE_SYNC) }

  /// Whether the statement was not run, because an earlier one of its batch had failed.
  var isSkipped: Bool { status == Int(HEARTH_PQ_PIPELINE_ABORTED) }

  /// The error of a statement that failed.
  var error: ServerError {
    ServerError(
      state: field(HEARTH_PQ_FIELD_SQLSTATE), message: field(HEARTH_PQ_FIELD_MESSAGE),
      detail: field(HEARTH_PQ_FIELD_DETAIL), table: field(HEARTH_PQ_FIELD_TABLE),
      constraint: field(HEARTH_PQ_FIELD_CONSTRAINT))
  }

  /// The command that was run, such as `COMMIT`.
  var commandTag: String { unsafe library.commandTag(result).map { unsafe String(cString: $0) } ?? "" }

  /// The number of rows that the statement changed; for a query the number of its rows.
  var changedRows: Int { unsafe library.changedRows(result).map { unsafe atol($0) } ?? 0 }

  /// The names of the columns.
  var columns: [String] {
    unsafe (0..<library.columnCount(result)).map { column in
      unsafe library.columnName(result, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// The types of the columns.
  var types: [UInt32] { unsafe (0..<library.columnCount(result)).map { unsafe library.columnType(result, $0) } }

  /// The rows.
  /// - Parameters:
  ///   - columns: the names of all columns.
  ///   - types: the types of all columns.
  func rows(columns: [String], types: [UInt32]) -> [Row] {
    let count = unsafe library.rowCount(result)
    return (0..<count).map { row in
      Row(columns: columns, values: types.indices.map { value(row, Int32($0), type: types[$0]) })
    }
  }

  /// The rows of a result that is read once.
  var rows: [Row] { rows(columns: columns, types: types) }

  private func field(_ code: Int) -> String {
    unsafe library.errorField(result, Int32(code)).map { unsafe String(cString: $0) } ?? ""
  }

  /// All values are in text format.
  private func value(_ row: Int32, _ column: Int32, type: UInt32) -> SQLValue {
    if unsafe library.isNull(result, row, column) != 0 { return .null }
    guard let start = unsafe library.value(result, row, column) else { return .null }
    let count = unsafe Int(library.length(result, row, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe SQLText.value(bytes, type: type)
  }
}
