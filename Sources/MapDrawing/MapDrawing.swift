/// How maps are drawn, for whichever page has one: an ES module.
package enum MapDrawing {
    /// UTF-8.
    package static let script = PackageResources.drawing_js
}
