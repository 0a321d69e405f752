import Runtime
import TestSupport
import Testing

@testable import App

@Suite struct MetricsPageTests {
  @Test(.timeLimit(.minutes(1))) func requestsDuringRenderingShareTheNextPage() async throws {
    let (made, isMaking, mayGoOn) = (Locked(0), Gate(), Gate())
    let page = MetricsPage {
      let number = made.withLock { made in
        made += 1
        return made
      }
      if number == 1 {
        isMaking.open()
        await mayGoOn.passed()
      }
      return "text \(number)"
    }
    async let first = page.text()
    await isMaking.passed()
    let others = (0..<10).map { _ in Task { try await page.text() } }
    // What they are to share is not made before the first is done, however long they have waited.
    for _ in 0..<1000 { await Task.yield() }
    mayGoOn.open()
    #expect(try await first == "text 1")
    var texts: Set<String> = []
    for other in others { texts.insert(try await other.value) }
    #expect(!texts.contains("text 1"), "they asked later, and see later figures")
    #expect(made.withLock { $0 } == 1 + texts.count && texts.count <= 10)
    #expect(try await page.text() == "text \(made.withLock { $0 })")
  }

  private struct Failure: Error {}

  @Test func reportsAFailureOnlyToTheRequester() async throws {
    let made = Locked(0)
    let page = MetricsPage {
      let number = made.withLock { made in
        made += 1
        return made
      }
      if number == 1 { throw Failure() }
      return "text"
    }
    await #expect(throws: Failure.self) { try await page.text() }
    #expect(try await page.text() == "text")
  }
}
