import Formats
import FoundationEssentials
import Geofencing

/// A journey as one page of HTML that needs no other file: fixes, why some were not used, regions,
/// notices, and the truth if it is known.
struct MapPage {
    /// The names of the traces.
    var title: String
    /// Every report with a position, in order, and why the filter has dropped it, if it has.
    var fixes: [(fix: Fix, dropReason: DropReason?)] = []
    var regions: [Region] = []
    var notices: [Transition] = []
    /// Where the device truly was, in order; empty if that is not known.
    var truth: [Coordinate] = []

    /// The most fixes that are shown: with more, a browser would be too slow.
    private static let mostFixes = 100_000

    /// The page, ready to be written to a file.
    func html() throws -> [UInt8] {
        let encoder = JSONEncoder()
        // In one order, so that the same journey gives the same page.
        encoder.outputFormatting = .sortedKeys
        let json = Array(try encoder.encode(MapJourney(self, atMost: Self.mostFixes)))
        // A `<` could end the script that the data stand in.
        let data = json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
        let heading = heading.markup
        return PackageResources.journey_html
            .inserting(
                MapDrawing.inlined,
                after: "// drawing.js of the page stands here: one look for both.\n"
            )
            .inserting(Array(heading.utf8), after: "<title>")
            .inserting(Array(heading.utf8), after: "<h1>")
            .inserting(data, after: "type=\"application/json\">")
    }
}

extension [UInt8] {
    /// With `bytes` after the first `marker`, which must be there.
    fileprivate func inserting(_ bytes: [UInt8], after marker: String) -> [UInt8] {
        let place = firstRange(of: Array(marker.utf8))!.upperBound
        return self[..<place] + bytes + self[place...]
    }
}
