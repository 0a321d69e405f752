/// Entries of a diary that begin with the time of day.
package enum TimedEntries {
  /// Adds minutes to hours that begin entries of which others begin with a time: "7am tea / 10 toast / 12 soup".
  package static func withMarkedHours(_ text: String) -> String {
    guard text.utf8.contains(where: "/\n;|".utf8.contains) else { return text }
    let entries = text.replacing(" / ", with: "\n").split { $0.isNewline || $0 == ";" || $0 == "|" }.map { entry in
      let entry = entry.drop { $0 == " " }
      return (digits: entry.prefix(while: \.isNumber), rest: entry.drop(while: \.isNumber))
    }
    let timed = entries.count { entry in
      let isMinute = entry.rest.first == "." && entry.rest.dropFirst().prefix(while: \.isNumber).count == 2
      return (1...2).contains(entry.digits.count)
        && (isMinute || [":", "am", "pm", "a ", "p "].contains { entry.rest.hasPrefix($0) })
    }
    let first = text.drop { !$0.isNumber }.prefix(while: \.isNumber)
    let hours = ([first] + entries.dropFirst().map(\.digits)).compactMap { Int($0) }
    let isDay = hours.count > 2 && zip(hours, hours.dropFirst()).allSatisfy { $0 > 4 && $0 < $1 && $1 < 24 }
    guard timed > (isDay ? 0 : 1), entries.dropFirst().allSatisfy({ !$0.digits.isEmpty }) else { return text }
    return entries.map { entry in
      entry.digits + (entry.digits.count < 3 && entry.rest.hasPrefix(" ") ? ":00" : "") + entry.rest
    }.joined(separator: "\n")
  }
}
