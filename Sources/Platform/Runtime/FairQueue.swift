/// Gives each flow that waits one turn after another; what belongs to one flow goes in order.
struct FairQueue<Element> {
  private var flows = [Fifo<Element>](repeating: Fifo(), count: Flow.count)
  /// Flows in which something waits, each once.
  private var turns = Fifo<Flow>()

  var isEmpty: Bool { turns.isEmpty }

  mutating func append(_ element: Element, _ flow: Flow) {
    if flows[flow.index].isEmpty { turns.append(flow) }
    flows[flow.index].append(element)
  }

  mutating func takeFirst() -> Element? {
    guard let flow = turns.takeFirst() else { return nil }
    let element = flows[flow.index].takeFirst()
    if !flows[flow.index].isEmpty { turns.append(flow) }
    return element
  }
}
