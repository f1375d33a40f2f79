import CExpat
import Glibc
import Posix

/// Feeds a GPX document to expat, piece by piece, and keeps its waypoints.
///
/// External entities are never opened: expat leaves that to a handler, and there is none.
final class WaypointParser {
    private let expat: XML_Parser
    /// Where expat's callbacks find it, which know nothing else.
    private let reading: UnsafeMutablePointer<Reading>
    private var bytesFed = 0

    /// So far, in bytes, may expat be behind what it was fed, before a tag counts as too long.
    private static let longestToken = 1 << 20

    struct Fault: Error {
        /// From 1.
        var line: Int
        var what: String
    }

    init() {
        guard let expat = XML_ParserCreate(nil) else { fatalError("out of memory") }
        self.expat = expat
        reading = .allocate(capacity: 1)
        reading.initialize(to: Reading(expat: expat))
        XML_SetUserData(expat, reading)
        setHandlers()
    }

    deinit {
        XML_ParserFree(expat)
        reading.deinitialize(count: 1)
        reading.deallocate()
    }

    /// Those that have ended since the last call.
    func takeWaypoints() -> [Waypoint] {
        defer { reading.pointee.waypoints.removeAll(keepingCapacity: true) }
        return reading.pointee.waypoints
    }

    /// Reads on in the document; `nil` is its end. After a fault nothing more may be fed.
    func feed(_ piece: UnsafeRawBufferPointer?) throws(Fault) {
        bytesFed += piece?.count ?? 0
        let status = XML_Parse(
            expat, piece?.bindMemory(to: CChar.self).baseAddress, Int32(piece?.count ?? 0),
            piece == nil ? 1 : 0)
        let line = Int(XML_GetCurrentLineNumber(expat))
        if let refusal = reading.pointee.refusal { throw refusal }
        guard status == XML_STATUS_OK else {
            let words = String(cString: XML_ErrorString(XML_GetErrorCode(expat))).lowercased()
            throw Fault(line: line, what: "is not XML: \(words): is the file complete?")
        }
        if bytesFed - Int(XML_GetCurrentByteIndex(expat)) > Self.longestToken {
            throw Fault(line: line, what: "a tag or a comment is longer than 1 MiB: is it GPX?")
        }
    }

    private func setHandlers() {
        XML_SetElementHandler(
            expat,
            { Reading.of($0).pointee.start($1!, $2!) },
            { data, _ in Reading.of(data).pointee.end() })
        XML_SetCharacterDataHandler(expat) { data, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Reading.of(data).pointee.text(bytes)
        }
        XML_SetEntityDeclHandler(expat) { data, _, _, _, _, _, _, _, _ in
            Reading.of(data).pointee.refuse("GPX declares no entities: remove the DOCTYPE")
        }
        XML_SetAttlistDeclHandler(expat) { data, _, _, _, _, _ in
            Reading.of(data).pointee.refuse("GPX declares no attributes: remove the DOCTYPE")
        }
    }
}

/// The document as expat's callbacks see it.
private struct Reading {
    let expat: XML_Parser
    var waypoints: [Waypoint] = []
    var refusal: WaypointParser.Fault?

    /// How many elements are open.
    private var depth = 0
    private var waypoint: Waypoint?
    /// The text that comes now is for this.
    private var column: PlaceColumn?
    private var bytes: [UInt8] = []
    /// expat keeps each name that it has met.
    private var names: Set<[UInt8]> = []

    static let greatestDepth = 100
    static let mostNames = 1_000
    static let longestName = 1_000
    /// Of one waypoint; GPX has seven.
    private static let mostTexts = 20
    private static let waypointDepth = 2

    init(expat: XML_Parser) {
        self.expat = expat
    }

    static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Reading> {
        userData!.assumingMemoryBound(to: Reading.self)
    }

    mutating func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        guard refusal == nil, note(name) else { return }
        depth += 1
        if depth > Self.greatestDepth {
            return refuse("elements are nested more than \(Self.greatestDepth) deep: is it GPX?")
        }
        let element = name.localName
        if depth == 1, !element.isName("gpx") {
            return refuse(
                "the root element is \(name.localText.quoted), not gpx: convert the file to GPX")
        }
        if depth == Self.waypointDepth, element.isName("wpt") {
            waypoint = Waypoint(line: Int(XML_GetCurrentLineNumber(expat)))
        } else if depth == Self.waypointDepth + 1, waypoint != nil {
            column = PlaceColumn(waypointElement: element)
            bytes.removeAll(keepingCapacity: true)
        }
        var next = attributes
        while let name = next[0], let value = next[1] {
            guard note(name) else { return }
            attribute(name.localName, value)
            next += 2
        }
    }

    private mutating func attribute(
        _ name: UnsafeRawBufferPointer, _ value: UnsafePointer<XML_Char>
    ) {
        guard waypoint != nil else { return }
        if depth == Self.waypointDepth {
            if name.isName("lat") { add(.field(.latitude, rank: 0), value.allBytes) }
            if name.isName("lon") { add(.field(.longitude, rank: 0), value.allBytes) }
        } else if depth == Self.waypointDepth + 1, name.isName("href") {
            // GPX 1.1 has it in `link`.
            add(.field(.website, rank: 0), value.allBytes)
        }
    }

    private mutating func add(_ column: PlaceColumn, _ text: UnsafeRawBufferPointer) {
        guard let waypoint, waypoint.texts.count < Self.mostTexts else { return }
        self.waypoint?.texts.append((column, Array(text.prefix(Limits.longText + 1))))
    }

    mutating func text(_ text: UnsafeRawBufferPointer) {
        guard refusal == nil, column != nil, depth == Self.waypointDepth + 1 else { return }
        // One more than can be kept, so that it is seen to be too long.
        bytes.append(contentsOf: text.prefix(Limits.longText + 1 - bytes.count))
    }

    mutating func end() {
        guard refusal == nil else { return }
        if depth == Self.waypointDepth + 1, let column {
            bytes.withUnsafeBytes { add(column, $0) }
            self.column = nil
        } else if depth == Self.waypointDepth, let waypoint {
            waypoints.append(waypoint)
            self.waypoint = nil
        }
        depth -= 1
    }

    private mutating func note(_ name: UnsafePointer<XML_Char>) -> Bool {
        let bytes = name.allBytes
        if bytes.count > Self.longestName {
            refuse("a name is longer than \(Self.longestName) bytes: is it GPX?")
        } else if names.insert(Array(bytes)).inserted, names.count > Self.mostNames {
            refuse("more than \(Self.mostNames) different names are used: is it GPX?")
        }
        return refusal == nil
    }

    /// expat may still call an `end` after this.
    mutating func refuse(_ what: String) {
        guard refusal == nil else { return }
        refusal = WaypointParser.Fault(line: Int(XML_GetCurrentLineNumber(expat)), what: what)
        XML_StopParser(expat, XML_Bool(0))
    }
}

extension PlaceColumn {
    /// What stands in a waypoint; `nil` if it says nothing that is kept.
    fileprivate init?(waypointElement name: UnsafeRawBufferPointer) {
        if name.isName("name") {
            self = .field(.name, rank: 0)
        } else if name.isName("desc") {
            self = .field(.description, rank: 0)
        } else if name.isName("cmt") {
            self = .field(.description, rank: 1)
        } else if name.isName("type") {
            self = .field(.category, rank: 0)
        } else if name.isName("url") {
            // GPX 1.0.
            self = .field(.website, rank: 1)
        } else {
            return nil
        }
    }
}

extension UnsafePointer<XML_Char> {
    /// Those of a C string, without the NUL.
    fileprivate var allBytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: self, count: strlen(self))
    }

    /// Without the prefix of a namespace.
    fileprivate var localName: UnsafeRawBufferPointer {
        let bytes = allBytes
        let start = bytes.lastIndex(of: .colon).map { $0 + 1 } ?? 0
        return UnsafeRawBufferPointer(rebasing: bytes[start...])
    }

    fileprivate var localText: String { String(decoding: localName, as: UTF8.self) }
}

extension UnsafeRawBufferPointer {
    fileprivate func isName(_ name: StaticString) -> Bool {
        elementsEqual(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}
