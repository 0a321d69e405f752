/// A household measure with a size: "large slice", "small bag".
package struct SizedMeasure: Hashable, Sendable {
  /// A unit with `isSize`.
  package let size: MeasureUnit
  /// A unit without `isSize`.
  package let unit: MeasureUnit
}
