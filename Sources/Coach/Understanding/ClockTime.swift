/// A time of the day in a message: "at 9.30", "10pm", "7:15 am".
struct ClockTime: Equatable {
  /// From 0.
  let hour: Int
  let minute: Int

  /// The hours at which habits of the parts of a day usually are.
  private static let usual: KeyValuePairs = ["morning": 7.0, "noon": 12.5, "afternoon": 15.5, "evening": 21]

  /// - Parameter half: "am" or "pm"; otherwise the half of the day in which habits are nearer.
  init?(_ clock: Double, minute: Int, half: String?) {
    guard (0..<24).contains(clock), (0..<60).contains(minute) else { return nil }
    let hour = Int(clock)
    let afternoon = hour < 12 ? hour + 12 : hour
    func distance(_ hour: Int) -> Double { Self.usual.map { abs($0.value - Double(hour)) }.min() ?? 0 }
    let isAfternoon = half == "pm" || half == nil && distance(afternoon) < distance(hour)
    self.hour = half == "am" ? hour % 12 : isAfternoon ? afternoon : hour
    self.minute = minute
  }

  /// `morning`, `noon`, `afternoon` or `evening`.
  var partOfDay: String {
    Self.usual.min { abs($0.value - Double(hour)) < abs($1.value - Double(hour)) }?.key ?? "morning"
  }

  /// "9:30 pm"
  var text: String {
    let minutes = minute == 0 ? "" : minute < 10 ? ":0\(minute)" : ":\(minute)"
    return "\((hour + 11) % 12 + 1)\(minutes) \(hour < 12 ? "am" : "pm")"
  }
}

extension Utterance {
  /// The clock times that the message names, each once.
  var clockTimes: [ClockTime] {
    words.indices.compactMap { index in
      guard let value = Double(words[index]), value >= 0 else { return nil }
      let parts = words[index].split(separator: ".")
      let next = word(index + 1) ?? ""
      // "7:15" is two words.
      let isFollowed = parts.count == 1 && next.utf8.count == 2 && Int(next) != nil
      let minute = isFollowed ? Int(next) : parts.count == 2 && parts[1].utf8.count == 2 ? Int(parts[1]) : 0
      let stated = word(isFollowed ? index + 2 : index + 1).flatMap { ["am", "pm"].contains($0) ? $0 : nil }
      let half = stated ?? before(index, 4).lazy.compactMap { WordList.halfOfDay.valueByWord[$0] }.first
      let isHour = WordList.beforeTimes.contains(word(index - 1)) && !WordList.afterNumbers.contains(next)
      guard stated != nil || minute != 0 || isHour else { return nil }
      return ClockTime(value.rounded(.down), minute: minute ?? 0, half: half)
    }
    .distinct
  }

  /// The days of the week that the message names, from 1 (Monday): "Tuesdays and Thursdays", "Mon to Fri", "weekends".
  var weekdays: [Int] {
    let days = Set(values(.weekday).compactMap(Int.init)).union(has(.weekend) ? [6, 7] : []).sorted()
    return days.count == 2 && has(.spans) ? Array(days[0]...days[1]) : days
  }
}
