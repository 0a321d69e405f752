import API
import Foundation
import JSONCodec
import Realtime
import TestSupport
import Testing

/// The documents of a started server list everything that it has, and nothing else.
@Suite(.sharedHearth) struct DocumentCompletenessTests {
  private static let methods: Set = ["get", "post", "put", "patch", "delete"]

  private func document(_ name: String) async throws -> JSONValue {
    let response = try await SharedHearth.client.send("GET", name)
    #expect(response.status == 200)
    return try #require(response.json)
  }

  /// The methods of each path, in upper case.
  private func describedMethods() async throws -> [String: Set<String>] {
    try #require(await document("/openapi.json")["paths"]?.objectValue).mapValues { described in
      Set((described.objectValue ?? [:]).keys.filter { Self.methods.contains($0) }.map { $0.uppercased() })
    }
  }

  private func channels() async throws -> [JSONValue] {
    Array(try #require(await document("/asyncapi.json")["channels"]?.objectValue).values)
  }

  // MARK: - Routes and messages

  @Test func everyRouteIsDescribed() async throws {
    let described = try await describedMethods().flatMap { path, methods in methods.map { "\($0) \(path)" } }
    let declared = try await DeclaredOperations.program.operations.map { "\($0.method) \($0.path)" }
    #expect(described.sorted() == declared.sorted())
  }

  /// `Allow` comes from the router of the started server, not from the declarations.
  @Test func everyPathHasTheDescribedMethods() async throws {
    let described = try await describedMethods()
    let client = try SharedHearth.client
    try await runBlocking {
      let http = try client.connect()
      for (path, methods) in described.sorted(by: { $0.key < $1.key }) {
        let response = try http.request("OPTIONS", path.replacing("{", with: "").replacing("}", with: ""))
        let allowed = response["Allow"]?.split(separator: ", ").map(String.init) ?? []
        let expected = methods.union(["OPTIONS"]).union(methods.contains("GET") ? ["HEAD"] : [])
        #expect(Set(allowed) == expected, "\(path)")
      }
    }
  }

  @Test func everySocketIsDescribed() async throws {
    let described = try await channels().compactMap { $0["address"]?.stringValue }
    let declared = try await DeclaredOperations.program.socketPaths
    #expect(described.sorted() == declared.sorted())
    let client = try SharedHearth.client
    try await runBlocking {
      for path in described {
        let path = path.replacing("{", with: "").replacing("}", with: "")
        // Consultations refuse the client before the handshake is examined.
        let status = try client.request("GET", path).status
        #expect([401, 426].contains(status), "\(path)")
      }
    }
  }

  @Test func everyMessageIsDescribed() async throws {
    let channels = try await channels()
    for endpoint in try await DeclaredOperations.program.endpoints {
      let channel = try #require(channels.first { $0["address"] == .string(endpoint.path) })
      let described = (channel["messages"]?.objectValue ?? [:]).flatMap { key, message in
        (message["payload"]?["properties"]?["type"]?["enum"]?.arrayValue ?? []).map {
          "\(key.prefix { $0 != "." }) \($0.stringValue ?? "")"
        }
      }
      let declared = endpoint.messages.flatMap { message in
        ([message.type] + message.aliases).map { "\(message.direction == .sent ? "server" : "client") \($0)" }
      }
      #expect(described.sorted() == declared.sorted(), "\(endpoint.path)")
    }
  }

  // MARK: - Codes

  /// docs/api/errors.md, which `scripts/check-api-docs` compares with the codes that the sources produce.
  private static func page() throws -> (rest: [Substring], sockets: [Substring], close: [Substring]) {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/api/errors.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let sockets = try #require(lines.firstIndex { $0.contains("id=\"sockets\"") })
    let close = try #require(lines.firstIndex { $0.contains("id=\"close-codes\"") })
    return (Array(lines[..<sockets]), Array(lines[sockets..<close]), Array(lines[close...]))
  }

  /// The codes of a table, with the numbers in the column after them.
  private static func codes(_ lines: [Substring]) -> [String: Set<Int>] {
    var codes: [String: Set<Int>] = [:]
    for line in lines {
      guard let row = line.wholeMatch(of: /\| `([A-Z_]+)` \| ([^|]*).*/) else { continue }
      codes[String(row.1)] = Set(row.2.matches(of: /\b\d{3}\b/).compactMap { Int($0.output) })
    }
    return codes
  }

  /// The codes of error responses, with their statuses.
  private func describedCodes() async throws -> [String: Set<Int>] {
    let openAPI = try await document("/openapi.json")
    var codes: [String: Set<Int>] = [:]
    for operation in openAPI["paths"]?.objectValue?.values.flatMap({ $0.objectValue?.values ?? [:].values }) ?? [] {
      for (status, response) in operation["responses"]?.objectValue ?? [:] {
        let name = response["$ref"]?.stringValue?.split(separator: "/").last.map(String.init) ?? ""
        let examples = (openAPI["components"]?["responses"]?[name] ?? response)["content"]?["application/json"]?[
          "examples"]
        for code in examples?.objectValue?.keys ?? [:].keys { codes[code, default: []].insert(Int(status) ?? 0) }
      }
    }
    for refusal in try await channels().flatMap({ $0["x-handshake-errors"]?.arrayValue ?? [] }) {
      codes[refusal["code"]?.stringValue ?? "", default: []].insert(Int(refusal["status"]?.integerValue ?? 0))
    }
    return codes
  }

  @Test func everyErrorCodeIsDescribedWithItsStatuses() async throws {
    let (described, listed) = (try await describedCodes(), try Self.codes(Self.page().rest))
    #expect(described.keys.sorted() == listed.keys.sorted())
    for (code, statuses) in listed { #expect(described[code] == statuses, "\(code)") }
  }

  @Test func everyCodeOfASocketIsDescribed() async throws {
    let described = Set(
      try await channels().flatMap { $0["x-error-codes"]?.arrayValue ?? [] }.compactMap { $0["code"]?.stringValue })
    let (rest, sockets, _) = try Self.page()
    // A failed meal has the code in its frame, not an `error` frame of its own.
    #expect(Set(Self.codes(sockets).keys).subtracting(described) == ["PARSING_FAILED"])
    #expect(described.subtracting(Self.codes(sockets).keys).subtracting(Self.codes(rest).keys) == [])
  }

  @Test func everyCloseCodeIsDescribed() async throws {
    let described = Set(
      try await channels().flatMap { $0["x-close-codes"]?.arrayValue ?? [] }.compactMap { $0["code"]?.integerValue })
    let listed = try Self.page().close.compactMap { $0.wholeMatch(of: /\| (\d{4}) \|.*/).flatMap { Int64($0.1) } }
    #expect(described.sorted() == listed.sorted())
  }
}
