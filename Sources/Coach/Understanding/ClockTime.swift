import HealthModels
import TextModels

extension Utterance {
  /// The clock times by the part of the day: "up at 6.15, bed by 11" is "6:15 am" for `morning` and "11 pm" for `evening`.
  var clockTimes: [String: String] {
    let times = words.indices.compactMap { index -> (String, String)? in
      let parts = words[index].split(separator: ".").compactMap { Int($0) }
      let next = word(index + 1) ?? ""
      // "7:15" is two words.
      let isSplit = parts.count == 1 && next.utf8.count == 2 && Int(next) != nil
      guard let hour = parts.first, let minute = isSplit ? Int(next) : parts.dropFirst().first ?? 0 else { return nil }
      let end = word(index + (isSplit ? 2 : 1)) ?? ""
      // "9.30" has two digits for the minutes, "3.5 km" and "2.25 l" are no times.
      let isUnit = WordList.afterNumbers.contains(next) || parts.count > 1 && words[index].suffix(3).first != "."
      let isStated = ["am", "pm"].contains(end)
      let isHour = minute > 0 || WordList.beforeTimes.contains(word(index - 1))
      let half = ([end] + before(index, 4)).lazy.compactMap { WordList.halfOfDay.valueByWord[$0] }.first
      return isStated || isHour && !isUnit ? TimeOfDay.part(hour, minute, half: half) : nil
    }
    return Dictionary(times) { $1 }
  }

  /// The days of the week that the message names, from 1 (Monday): "Tuesdays and Thursdays", "Mon to Fri", "weekends".
  var weekdays: [Int] {
    let days = Set(values(.weekday).compactMap(Int.init)).union(has(.weekend) ? [6, 7] : []).sorted()
    return days.count == 2 && has(.spans) ? Array(days[0]...days[1]) : days
  }
}
