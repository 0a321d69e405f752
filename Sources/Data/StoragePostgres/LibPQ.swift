import CPostgres
import Glibc

/// The functions of libpq, looked up in the library when it is loaded.
///
/// The library stays loaded until the process ends: it registers callbacks with OpenSSL.
@safe struct LibPQ {
  let connect: hearth_PQconnectdbParams
  let finish: hearth_PQfinish
  let status: hearth_PQstatus
  let errorMessage: hearth_PQerrorMessage
  let socket: hearth_PQsocket
  let serverVersion: hearth_PQserverVersion
  let setNonblocking: hearth_PQsetnonblocking
  let setNoticeProcessor: hearth_PQsetNoticeProcessor
  let parse: hearth_PQconninfoParse
  let freeOptions: hearth_PQconninfoFree
  let freeMemory: hearth_PQfreemem
  let enterPipeline: hearth_PQenterPipelineMode
  let exitPipeline: hearth_PQexitPipelineMode
  let sync: hearth_PQpipelineSync
  let sendQuery: hearth_PQsendQuery
  let sendPrepare: hearth_PQsendPrepare
  let sendPrepared: hearth_PQsendQueryPrepared
  let flush: hearth_PQflush
  let consumeInput: hearth_PQconsumeInput
  let isBusy: hearth_PQisBusy
  let nextResult: hearth_PQgetResult
  let notifies: hearth_PQnotifies
  let result: LibPQResult

  /// Loads the library. Later calls for the same library take some microseconds.
  /// - Parameter name: a file name that the dynamic linker searches for, or a path.
  /// - Throws: `PostgresError.library`.
  init(name: String) throws(PostgresError) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw .library(name: name, reason: unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown reason")
    }
    let symbols = unsafe Symbols(handle: handle, library: name)
    unsafe connect = try symbols.find("PQconnectdbParams")
    unsafe finish = try symbols.find("PQfinish")
    unsafe status = try symbols.find("PQstatus")
    unsafe errorMessage = try symbols.find("PQerrorMessage")
    unsafe socket = try symbols.find("PQsocket")
    unsafe serverVersion = try symbols.find("PQserverVersion")
    unsafe setNonblocking = try symbols.find("PQsetnonblocking")
    unsafe setNoticeProcessor = try symbols.find("PQsetNoticeProcessor")
    unsafe parse = try symbols.find("PQconninfoParse")
    unsafe freeOptions = try symbols.find("PQconninfoFree")
    unsafe freeMemory = try symbols.find("PQfreemem")
    unsafe enterPipeline = try symbols.find("PQenterPipelineMode")
    unsafe exitPipeline = try symbols.find("PQexitPipelineMode")
    unsafe sync = try symbols.find("PQpipelineSync")
    unsafe sendQuery = try symbols.find("PQsendQuery")
    unsafe sendPrepare = try symbols.find("PQsendPrepare")
    unsafe sendPrepared = try symbols.find("PQsendQueryPrepared")
    unsafe flush = try symbols.find("PQflush")
    unsafe consumeInput = try symbols.find("PQconsumeInput")
    unsafe isBusy = try symbols.find("PQisBusy")
    unsafe nextResult = try symbols.find("PQgetResult")
    unsafe notifies = try symbols.find("PQnotifies")
    result = try LibPQResult(symbols)
  }
}

/// The functions of libpq that read a result.
@safe struct LibPQResult {
  let clear: hearth_PQclear
  let status: hearth_PQresultStatus
  let errorField: hearth_PQresultErrorField
  let rowCount: hearth_PQntuples
  let columnCount: hearth_PQnfields
  let columnName: hearth_PQfname
  let columnType: hearth_PQftype
  let isNull: hearth_PQgetisnull
  let value: hearth_PQgetvalue
  let length: hearth_PQgetlength
  let commandTag: hearth_PQcmdStatus
  let changedRows: hearth_PQcmdTuples

  init(_ symbols: Symbols) throws(PostgresError) {
    unsafe clear = try symbols.find("PQclear")
    unsafe status = try symbols.find("PQresultStatus")
    unsafe errorField = try symbols.find("PQresultErrorField")
    unsafe rowCount = try symbols.find("PQntuples")
    unsafe columnCount = try symbols.find("PQnfields")
    unsafe columnName = try symbols.find("PQfname")
    unsafe columnType = try symbols.find("PQftype")
    unsafe isNull = try symbols.find("PQgetisnull")
    unsafe value = try symbols.find("PQgetvalue")
    unsafe length = try symbols.find("PQgetlength")
    unsafe commandTag = try symbols.find("PQcmdStatus")
    unsafe changedRows = try symbols.find("PQcmdTuples")
  }
}

/// The symbols of a loaded library.
@safe struct Symbols {
  let handle: UnsafeMutableRawPointer
  let library: String

  /// Returns a function.
  /// - Parameter Function: its type, which must be that of the C declaration.
  /// - Throws: `PostgresError.library` if the library is older than PostgreSQL 14.
  func find<Function>(_ name: String) throws(PostgresError) -> Function {
    guard let address = unsafe dlsym(handle, name) else {
      throw .library(name: library, reason: "it has no function \(name): version 14 or newer is needed")
    }
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
