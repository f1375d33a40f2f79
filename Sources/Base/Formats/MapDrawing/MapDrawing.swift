/// How maps are drawn, for whichever page has one: an ES module.
package enum MapDrawing {
    /// UTF-8.
    package static let script = PackageResources.drawing_js

    /// The same for a page that is a single file: no other file imports from it.
    package static var inlined: [UInt8] {
        let export = Array("export ".utf8)
        let lines = script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Array(
            lines.map { $0.starts(with: export) ? $0.dropFirst(export.count) : $0 }
                .joined(separator: [UInt8(ascii: "\n")]))
    }
}
