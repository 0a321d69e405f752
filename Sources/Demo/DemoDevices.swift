import Bytes
import JSONCodec

/// Uploads of two devices of one user, the last of which conflict.
struct DemoDevices: Sendable {
  struct Upload: Sendable {
    var device: String
    var at: Timestamp
    var data: JSONValue
  }

  /// In the order of their times.
  let uploads: [Upload]

  /// - Parameter username: in the names of the devices.
  init(of username: String, weight: Double, until now: Timestamp) {
    let (phone, tablet) = (username + "-phone", username + "-tablet")
    var uploads: [Upload] = []
    var generator = SeededGenerator("devices of " + username)
    for week in stride(from: 12, through: 0, by: -1) {
      let time = now.advanced(by: .seconds(-7 * 86_400 * week - 3_600))
      let trend = weight + 1.2 * Double(week) / 12
      let kilograms = Double(Int(trend * 10) + generator.number(in: -3...3)) / 10
      uploads.append(
        Upload(
          device: week % 3 == 2 ? tablet : phone, at: time,
          data: [
            "metrics": [
              [
                "metric_id": .string("weight-\(time.date)"), "metric_name": "weight", "value": .number(kilograms),
                "unit": "kg", "timestamp": .string(time.rfc3339),
              ]
            ],
            "session_data": [
              [
                "session_id": .string("run-\(time.date)"), "status": "completed", "activity": "running",
                "duration_ms": .integer(Int64(generator.number(in: 1_500_000...4_200_000))),
                "event_count": .integer(Int64(generator.number(in: 20...90))), "started_at": .string(time.rfc3339),
              ]
            ],
            "behavioral_data": [
              [
                "event_id": .string("open-\(time.date)"), "event_type": "app_open", "timestamp": .string(time.rfc3339),
                "interaction_count": .integer(Int64(generator.number(in: 3...40))),
              ]
            ],
          ]))
    }
    self.uploads = uploads + Self.conflict(phone, tablet, until: now)
  }

  /// Both devices write the plan of the same session while they are offline. The tablet uploads last.
  private static func conflict(_ phone: String, _ tablet: String, until now: Timestamp) -> [Upload] {
    func plan(_ distance: Double, _ note: String) -> JSONValue {
      [
        "session_data": [
          [
            "session_id": "plan-saturday", "status": "planned", "activity": "running", "distance_km": .number(distance),
            "note": .string(note),
          ]
        ]
      ]
    }
    return [
      Upload(device: phone, at: now.advanced(by: .seconds(-1_800)), data: plan(14, "around the lake")),
      Upload(device: tablet, at: now.advanced(by: .seconds(-1_200)), data: plan(10, "park, easy")),
    ]
  }
}
