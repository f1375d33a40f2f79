import Geofencing
import XML

/// Reads a GPX document piece by piece: expat takes it apart, and `GPXDocument` knows what it
/// means.
struct GPXReader {
    let xml = XMLParser(namespaces: true)
    private var document = GPXDocument()
    /// `nil`: expat reads all.
    private var shortcut: GPXShortcut?

    init(usesFastPaths: Bool = true) {
        if usesFastPaths { shortcut = GPXShortcut(xml) }
    }

    var counts: GPXCounts { document.counts }

    /// The reports of the track points that have ended since the last call.
    mutating func takeReports() -> [Report] { document.takeReports() }

    private mutating func end() throws(XMLFault) {
        try xml.feed(nil, to: &document)
        document.finish()
    }

    /// Reads on in the document; `nil` is its end. After a fault nothing more may be fed.
    mutating func feed(_ piece: UnsafeRawBufferPointer?) throws(XMLFault) {
        do throws(XMLFault) {
            guard let piece else { return try end() }
            let rest = try shortcut?.readPoints(of: piece, into: &document) ?? piece
            try xml.feed(rest, to: &document)
        } catch {
            document.finish()
            throw error
        }
    }
}
