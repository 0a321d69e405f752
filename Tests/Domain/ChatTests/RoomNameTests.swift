import HTTPServer
import Testing

@testable import Chat

@Suite struct RoomNameTests {
  @Test(arguments: [
    ("1", RoomReference.id(1)), ("0042", .id(42)), ("General", .name(key: "general")),
    (" GENERAL ", .name(key: "general")),
    ("0", .name(key: "0")), ("-1", .name(key: "-1")), ("+22", .name(key: "+22")),
    ("ＴＥＣＨ Talk", .name(key: "tech talk")),
    ("Äpfel", .name(key: "äpfel")),
    ("99999999999999999999", .name(key: "99999999999999999999")), ("", .name(key: "")),
  ])
  func isFoundByNumberOrNameInAnyCase(text: String, reference: RoomReference) {
    #expect(RoomReference(text) == reference)
  }

  @Test(arguments: [
    ("Tech Talk", "Tech Talk"), ("  x  ", "x"), ("7 of 9", "7 of 9"), ("日本", "日本"), ("", nil), ("   ", nil),
    ("123", nil),
    ("１２３", nil), ("a\nb", nil), ("a\u{0}b", nil),
    ("\u{202E}\u{202D}\u{2066}", nil), ("\u{200B}", nil), ("\u{3164}", nil), ("👩‍💻", "👩‍💻"), ("می‌خواهم", "می‌خواهم"),
    (String(repeating: "x", count: 100), String(repeating: "x", count: 100)),
    (String(repeating: "x", count: 101), nil),
  ])
  func isOneVisibleTextThatIsNoNumber(text: String, stored: String?) {
    #expect((try? RoomName.checked(text)) == stored)
  }
}
