import JSONCodec

extension Operation {
  /// The defects of the declaration; empty if it is complete. For tests.
  package func violations() -> [String] {
    var found: [String] = []
    let name = "\(method) \(path)"
    if id.isEmpty || tag.isEmpty || summary.isEmpty { found.append("\(name) has no id, tag or summary") }
    if summary.hasSuffix(".") { found.append("\(name): the summary ends with a full stop") }
    if responses.isEmpty { found.append("\(name) declares no response") }
    let inPath = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    let declared = parameters.filter { $0.location == .path }.map(\.field.name)
    if inPath.sorted() != declared.sorted() { found.append("\(name) declares the path parameters \(declared)") }
    let names = parameters.map { "\($0.location) \($0.field.name)" }
    if Set(names).count != names.count { found.append("\(name) declares a parameter twice") }
    let codes = specificErrors.map { "\($0.status) \($0.code)" }
    if Set(codes).count != codes.count { found.append("\(name) declares an error twice") }
    if let schema = body?.schema, let example = body?.example {
      found += schema.violations(example, at: "\(name) body", isOpen: false)
    }
    for response in responses {
      if case .json(let schema, let example) = response.content {
        found += schema.violations(example, at: "\(name) \(response.status)", isOpen: false)
      }
    }
    return found
  }

  /// The differences between a response and this declaration; empty if there are none. For tests.
  /// - Parameters:
  ///   - mediaType: the value of `Content-Type`, without parameters; nil if there is none.
  ///   - body: the complete content.
  package func violations(status: Int, mediaType: String?, body: [UInt8]) -> [String] {
    let name = "\(method) \(path) \(status)"
    let candidates = responses.filter { $0.status == status }.map { response in
      switch response.content {
      case .none: return body.isEmpty ? [] : ["\(name) has content"]
      case .other(let declared): return mediaType == declared ? [] : ["\(name) is \(mediaType ?? "without media type")"]
      case .json(let schema, _):
        guard let value = try? JSONValue(parsing: body) else { return ["\(name) is not JSON"] }
        return schema.violations(value, at: name, isOpen: false)
      }
    }
    if candidates.isEmpty, status >= 400 { return errorViolations(name, status: status, body: body) }
    return candidates.min { $0.count < $1.count } ?? ["\(name) is not declared"]
  }

  private func errorViolations(_ name: String, status: Int, body: [UInt8]) -> [String] {
    guard let code = (try? JSONValue(parsing: body))?["error"]?["code"]?.stringValue else {
      return ["\(name) has no error code"]
    }
    let isDeclared = errors.contains { $0.status == status && $0.code == code }
    return isDeclared ? [] : ["\(name) \(code) is not declared"]
  }
}
