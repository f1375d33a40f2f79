import CExpat
import Geofencing
import Glibc

/// Feeds a GPX document to expat, piece by piece.
///
/// External entities are never opened: expat leaves that to a handler, and there is none.
final class GPXParser {
    private let expat: XML_Parser
    /// Where expat's callbacks find it, which know nothing else.
    private let reading: UnsafeMutablePointer<Reading>
    private(set) var bytesFed = 0

    /// So far, in bytes, may expat be behind what it was fed, before a tag counts as too long.
    private static let longestToken = 1 << 20
    /// Between a namespace and a local name; no XML document can contain a form feed.
    fileprivate static let separator: UInt8 = 0x0c

    init() {
        guard let expat = XML_ParserCreateNS(nil, XML_Char(Self.separator)) else {
            fatalError("out of memory")
        }
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

    var counts: GPXCounts { reading.pointee.document.counts }

    /// What the track points said that have ended since the last call.
    func takeReports() -> [Report] { reading.pointee.document.takeReports() }

    /// Reads on in the document. After a fault nothing more may be fed.
    func feed(_ piece: Slice<UnsafeRawBufferPointer>) throws(GPXFault) {
        if !piece.isEmpty { try parse(UnsafeRawBufferPointer(rebasing: piece), isLast: false) }
    }

    /// The document has ended.
    func finish() throws(GPXFault) {
        try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    }

    private func parse(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(GPXFault) {
        bytesFed += piece.count
        let status = XML_Parse(
            expat, piece.bindMemory(to: CChar.self).baseAddress, Int32(piece.count),
            isLast ? 1 : 0)
        if let refusal = reading.pointee.refusal { throw refusal }
        guard status == XML_STATUS_OK else { throw reading.pointee.fault(errorOfExpat) }
    }

    /// To be asked now and then: an unfinished tag is read again each time something is fed.
    func checkTokenLength() throws(GPXFault) {
        if bytesPending > Self.longestToken { throw reading.pointee.fault(.tooLong) }
    }

    /// Whether all that was fed is read, and a point may follow.
    var isBetweenPoints: Bool { reading.pointee.isInSegment && bytesPending == 0 }

    /// Takes a point that expat is not fed, with so many ends of lines before it and in it.
    func skip(_ point: GPXPoint, lines: Int) {
        reading.pointee.document.add(point)
        reading.pointee.linesSkipped += lines
    }

    private var bytesPending: Int { bytesFed - Int(XML_GetCurrentByteIndex(expat)) }

    private var errorOfExpat: GPXFault.What {
        let code = XML_GetErrorCode(expat)
        let words = String(cString: XML_ErrorString(code)).lowercased()
        return switch code {
        case XML_ERROR_UNKNOWN_ENCODING: .encoding(words)
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
            XML_ERROR_UNCLOSED_CDATA_SECTION:
            .cutOff(words)
        default: .malformed(words)
        }
    }

    private func setHandlers() {
        XML_SetElementHandler(
            expat,
            { Reading.of($0).pointee.start($1!, $2!) },
            { data, _ in Reading.of(data).pointee.end() })
        XML_SetCdataSectionHandler(
            expat,
            { Reading.of($0).pointee.isInCDATA = true },
            { Reading.of($0).pointee.isInCDATA = false })
        XML_SetStartNamespaceDeclHandler(expat) { data, prefix, _ in
            if let prefix { Reading.of(data).pointee.note(prefix) }
        }
        XML_SetEntityDeclHandler(expat) { data, _, _, _, _, _, _, _, _ in
            Reading.of(data).pointee.refuse(.entityDeclared)
        }
        XML_SetAttlistDeclHandler(expat) { data, _, _, _, _, _ in
            Reading.of(data).pointee.refuse(.attributeDeclared)
        }
    }
}

/// The document as expat's callbacks see it.
private struct Reading {
    let expat: XML_Parser
    var document = GPXDocument()
    var refusal: GPXFault?
    /// Of the document, in points that expat was not fed.
    var linesSkipped = 0
    /// Text that may look like points, which expat reads piecemeal.
    var isInCDATA = false
    private var handlesText = false

    init(expat: XML_Parser) {
        self.expat = expat
    }

    var isInSegment: Bool { document.isInSegment && !isInCDATA }

    static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Reading> {
        userData!.assumingMemoryBound(to: Reading.self)
    }

    mutating func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        guard refusal == nil else { return }
        do {
            let bytes = name.bytes
            let local = bytes.lastIndex(of: GPXParser.separator).map { $0 + 1 } ?? 0
            try document.start(bytes.extracting(local...).span, of: bytes.span)
            var next = attributes
            while let name = next[0], let value = next[1] {
                try document.attribute(name.bytes.span, value.bytes.span)
                next += 2
            }
        } catch {
            return refuse(error)
        }
        handleText(document.wantsText)
    }

    mutating func end() {
        guard refusal == nil else { return }
        document.end()
        handleText(document.wantsText)
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
        if refusal == nil { document.text(text.span) }
    }

    mutating func note(_ prefix: UnsafePointer<XML_Char>) {
        do {
            try document.note(prefix.bytes.span)
        } catch {
            refuse(error)
        }
    }

    /// expat is spared the conversion of text that nobody wants, which is most of it.
    private mutating func handleText(_ wanted: Bool) {
        guard handlesText != wanted else { return }
        handlesText = wanted
        guard wanted else { return XML_SetCharacterDataHandler(expat, nil) }
        XML_SetCharacterDataHandler(expat) { data, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Reading.of(data).pointee.text(bytes.bindMemory(to: UInt8.self))
        }
    }

    /// expat may still call an `end` after this.
    mutating func refuse(_ what: GPXFault.What) {
        guard refusal == nil else { return }
        refusal = fault(what)
        XML_StopParser(expat, XML_Bool(0))
    }

    /// At the place that expat has come to.
    func fault(_ what: GPXFault.What) -> GPXFault {
        GPXFault(line: Int(XML_GetCurrentLineNumber(expat)) + linesSkipped, what: what)
    }
}

extension UnsafePointer<XML_Char> {
    /// Those of a C string, without the NUL.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: self, count: strlen(self)).bindMemory(to: UInt8.self)
    }
}
