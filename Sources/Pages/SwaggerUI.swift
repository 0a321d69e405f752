import CAssets

/// Swagger UI 5 (Apache-2.0), if `scripts/build-release` built the program.
package enum SwaggerUI {
  /// Whether the program contains Swagger UI.
  package static var isIncluded: Bool { unsafe hearth_swagger_script().count > 0 }

  /// The script, compressed with gzip; empty if the program does not contain it.
  static var script: [UInt8] { unsafe content(hearth_swagger_script()) }

  /// The style sheet, compressed with gzip; empty if the program does not contain it.
  static var style: [UInt8] { unsafe content(hearth_swagger_style()) }

  @unsafe private static func content(_ asset: hearth_asset) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
  }
}
