/// A household measure with a size: "large slice", "small bag".
package struct SizedMeasure: Hashable, Sendable {
  /// A unit with `isSize`.
  package let size: MeasureUnit
  /// A unit without `isSize`.
  package let unit: MeasureUnit

  /// Combines size and unit.
  package init(_ size: MeasureUnit, _ unit: MeasureUnit) {
    self.size = size
    self.unit = unit
  }
}
