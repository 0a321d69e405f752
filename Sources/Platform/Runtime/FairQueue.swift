/// A queue that serves its non-empty flows round-robin. Elements of one flow keep their order.
struct FairQueue<Element> {
  private var flows = [Fifo<Element>](repeating: Fifo(), count: Flow.count)
  /// The non-empty flows, each once, in the order in which they are served.
  private var activeFlows = Fifo<Flow>()

  var isEmpty: Bool { activeFlows.isEmpty }

  mutating func append(_ element: Element, _ flow: Flow) {
    if flows[flow.index].isEmpty { activeFlows.append(flow) }
    flows[flow.index].append(element)
  }

  mutating func takeFirst() -> Element? {
    guard let flow = activeFlows.takeFirst() else { return nil }
    let element = flows[flow.index].takeFirst()
    if !flows[flow.index].isEmpty { activeFlows.append(flow) }
    return element
  }
}
