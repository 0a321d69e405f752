/// Descriptors that are ready and wait for their turn: each once, whatever the kernel tells of it meanwhile.
struct ReadyQueue {
  private var queue = FairQueue<Int32>()
  /// What the kernel told, by descriptor; 0 where it does not wait.
  private var events: [UInt32] = []

  /// Whether nobody waits. - Note: those who were forgotten count until their turn.
  var isEmpty: Bool { queue.isEmpty }

  mutating func append(_ descriptor: Int32, _ told: UInt32, _ flow: Flow) {
    let index = Int(descriptor)
    while index >= events.count { events.append(0) }
    if events[index] == 0 { queue.append(descriptor, flow) }
    events[index] |= told
  }

  mutating func takeFirst() -> (descriptor: Int32, events: UInt32)? {
    while let descriptor = queue.takeFirst() {
      let told = events[Int(descriptor)]
      events[Int(descriptor)] = 0
      if told != 0 { return (descriptor, told) }
    }
    return nil
  }

  /// Call it before the descriptor is closed: what the kernel told is not true of the next one with its number.
  mutating func forget(_ descriptor: Int32) {
    if Int(descriptor) < events.count { events[Int(descriptor)] = 0 }
  }
}
