import Testing

@testable import Coach

struct CoachTableTests {
  @Test(arguments: CoachTable.allCases)
  func isCompiledIntoTheProgram(_ table: CoachTable) {
    let lines = table.bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 1)
    #expect(
      lines.first?.contains(UInt8(ascii: "\t")) == true || table == .safetyIdioms)
  }
}
