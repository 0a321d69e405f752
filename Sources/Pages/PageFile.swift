import API
import Bytes
import Crypto
package import HTTPServer

/// A file of the pages, kept in memory with the field lines that every response for it has.
package struct PageFile: Sendable {
  private let content: [UInt8]
  private let isCompressed: Bool
  private let fields: [(name: String, value: String)]
  /// A strong validator (RFC 9110 §8.8.3): a digest of the content.
  private let tag: String

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - content: as it is sent.
  ///   - mediaType: the value of `Content-Type`.
  ///   - isCompressed: whether `content` is in gzip (RFC 1952).
  package init(_ content: [UInt8], mediaType: String, isCompressed: Bool = false) {
    self.content = content
    self.isCompressed = isCompressed
    tag = "\"" + Hex.encode(Array(SHA256.digest(content).prefix(16))) + "\""
    let coding = isCompressed ? [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")] : []
    fields =
      coding + [
        ("Content-Type", mediaType), ("ETag", tag),
        // A cached page is shown only after the server has confirmed it: it belongs to one version of the program.
        ("Cache-Control", "no-cache"), ("Content-Security-Policy", Self.policy), ("Referrer-Policy", "no-referrer"),
      ]
  }

  /// The file, or 304 if the client has it (RFC 9110 §13.1.2).
  /// - Throws: `Problem` 406 if the file is compressed and the client accepts no gzip. Every browser does.
  package func response(to request: Request) throws -> Response {
    let codings = request.fieldValues("Accept-Encoding")
    if isCompressed, !codings.isEmpty, !codings.contains(where: { $0.contains("gzip") || $0.contains("*") }) {
      throw Problem(status: 406, code: "NOT_ACCEPTABLE", message: "The file is sent with the content coding gzip only.")
    }
    let known = request.field("If-None-Match")?.split(separator: ",") ?? []
    let isKnown = known.contains { candidate in
      let text = candidate.drop { $0 == " " }
      return text == "*" || (text.hasPrefix("W/") ? text.dropFirst(2) : text) == tag[...]
    }
    return isKnown ? Response(status: 304, fields: fields) : Response(status: 200, fields: fields, body: content)
  }

  /// Scripts, styles and requests of this server only, and no page of another site may show these.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
    "base-uri 'self'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")
}
