import Testing

@testable import Metrics

@Suite struct MetricsRegistryTests {
  @Test func rendersEveryKindInTheTextFormat() {
    let registry = MetricsRegistry()
    registry.counter("meals_total", "Meals.").increment(by: 3)
    let gauge = registry.gauge("open", "Open\nthings.")
    gauge.set(2.5)
    gauge.add(-1)
    let requests = registry.counters("requests_total", "Requests.", labels: ["route", "status"])
    requests(["/b", "200"]).increment()
    requests(["/a\"\\\n", "404"]).increment()
    requests(["/b", "200"]).increment()
    let histogram = registry.histogram("size", "Sizes.", bounds: [1, 2.5])
    for value in [0.5, 1, 2, 7] { histogram.observe(value) }
    registry.gauge("age", "Age.") { .infinity }
    registry.information("build", "Build.", [("version", "1")])
    #expect(
      registry.render() == """
        # HELP meals_total Meals.
        # TYPE meals_total counter
        meals_total 3
        # HELP open Open\\nthings.
        # TYPE open gauge
        open 1.5
        # HELP requests_total Requests.
        # TYPE requests_total counter
        requests_total{route="/a\\"\\\\\\n",status="404"} 1
        requests_total{route="/b",status="200"} 2
        # HELP size Sizes.
        # TYPE size histogram
        size_bucket{le="1"} 2
        size_bucket{le="2.5"} 3
        size_bucket{le="+Inf"} 4
        size_sum 10.5
        size_count 4
        # HELP age Age.
        # TYPE age gauge
        age +Inf
        # HELP build Build.
        # TYPE build gauge
        build{version="1"} 1

        """)
  }

  @Test func writesLabelsInEveryLineOfAHistogram() {
    let registry = MetricsRegistry()
    let family = registry.histograms("d", "D.", labels: ["route"], bounds: [1])
    family(["/x"]).observe(.milliseconds(500))
    let lines = registry.render().split(separator: "\n").dropFirst(2)
    #expect(
      Array(lines) == [
        "d_bucket{route=\"/x\",le=\"1\"} 1", "d_bucket{route=\"/x\",le=\"+Inf\"} 1", "d_sum{route=\"/x\"} 0.5",
        "d_count{route=\"/x\"} 1",
      ])
  }

  @Test func mergesSeriesBeyondTheLimit() {
    let family = MetricsRegistry().counters("c", "C.", labels: ["l"])
    for index in 0..<Family<Counter>.maxSeries + 50 { family(["\(index)"]).increment() }
    #expect(family(["other"]).value == 50)
    #expect(family(["0"]).value == 1)
    #expect(family.all.count == Family<Counter>.maxSeries + 1)
  }

  @Test func losesNoIncrementOfConcurrentThreads() async {
    let registry = MetricsRegistry()
    let counter = registry.counter("c", "C.")
    let gauge = registry.gauge("g", "G.")
    let histogram = registry.histogram("h", "H.", bounds: [1])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            counter.increment()
            gauge.add(1)
            histogram.observe(1)
          }
        }
      }
    }
    #expect(counter.value == 8000)
    #expect(gauge.value == 8000)
    #expect(histogram.snapshot.counts == [8000, 0])
    #expect(histogram.snapshot.sum == 8000)
  }
}
