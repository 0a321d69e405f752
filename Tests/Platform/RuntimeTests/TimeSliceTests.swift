import Testing

@testable import Runtime

@Suite struct TimeSliceTests {
  @Test func startsAtTheFirstCheckAndExpiresAfterItsLength() {
    var slice = TimeSlice()
    let start = MonotonicInstant(nanoseconds: 1_000_000)
    func after(_ nanoseconds: Int64) -> MonotonicInstant {
      MonotonicInstant(nanoseconds: start.nanoseconds + nanoseconds)
    }
    let moments = [0, TimeSlice.length - 1, TimeSlice.length, TimeSlice.length * 2]
    #expect(moments.map { slice.isExpired(at: after($0)) } == [false, false, true, true])
    slice.renew()
    #expect([2, 3].map { slice.isExpired(at: after(TimeSlice.length * $0)) } == [false, true])
  }

  @Test func mayBeExpiredFromTheBeginning() {
    var slice = TimeSlice.expired
    #expect([slice.isExpired()] == [true])
    slice.renew()
    #expect([slice.isExpired()] == [false])
  }
}
