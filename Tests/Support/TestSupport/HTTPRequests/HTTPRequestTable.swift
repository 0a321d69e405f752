/// Malformed and borderline requests with the rule each one tests and the required outcome.
package enum HTTPRequestTable {
  /// All rows; names are unique.
  package static let rows: [HTTPRequestRow] =
    FramingRows.contentLength + FramingRows.transferEncoding + FramingRows.smuggling + ChunkRows.chunkSizes
    + ChunkRows.chunkExtensions + ChunkRows.chunkedContent + FieldRows.fieldLines + FieldRows.fieldValues
    + FieldRows.host + RequestLineRows.requestLine + RequestLineRows.versions + RequestLineRows.targets
    + LimitRows.limits + ConnectionRows.connection + ConnectionRows.expectations + ConnectionRows.upgrades
}

/// A group of rows of ``HTTPRequestTable``, with the forms of request that rows use.
protocol HTTPRequestRows {}

extension HTTPRequestRows {
  typealias Row = HTTPRequestRow
  typealias Good = HTTPRequestRow.Good

  /// A GET with these field lines beside Host; each ends with CRLF.
  static func get(_ fields: String = "") -> String { "GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n" }

  /// A POST with these field lines beside Host, and the content as it is.
  static func post(_ fields: String, _ content: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(content)"
  }

  /// A POST in chunked coding.
  static func chunked(_ content: String) -> String { post("Transfer-Encoding: chunked\r\n", content) }

  /// The expected request for a POST with this content.
  static func posted(_ body: String) -> [Good] { [Good("POST", body: body)] }
}
