/// A measure that comes in sizes: "large slice", "small bag".
package struct SizedMeasure: Hashable, Sendable {
  /// One of the units that are a size.
  package let size: MeasureUnit
  package let unit: MeasureUnit

  package init(_ size: MeasureUnit, _ unit: MeasureUnit) {
    self.size = size
    self.unit = unit
  }
}
