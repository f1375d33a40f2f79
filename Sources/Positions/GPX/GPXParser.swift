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
    private var bytesFed = 0

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

    /// Reads on in the document; `nil` is its end. After a fault nothing more may be fed.
    func feed(_ piece: UnsafeRawBufferPointer?) throws(GPXFault) {
        bytesFed += piece?.count ?? 0
        let status = XML_Parse(
            expat, piece?.bindMemory(to: CChar.self).baseAddress, Int32(piece?.count ?? 0),
            piece == nil ? 1 : 0)
        if let refusal = reading.pointee.refusal { throw refusal }
        guard status == XML_STATUS_OK else { throw fault }
        if bytesFed - Int(XML_GetCurrentByteIndex(expat)) > Self.longestToken {
            throw GPXFault(line: Int(XML_GetCurrentLineNumber(expat)), what: .tooLong)
        }
    }

    private var fault: GPXFault {
        let code = XML_GetErrorCode(expat)
        let words = String(cString: XML_ErrorString(code)).lowercased()
        let what: GPXFault.What =
            switch code {
            case XML_ERROR_UNKNOWN_ENCODING: .encoding(words)
            case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
                XML_ERROR_UNCLOSED_CDATA_SECTION:
                .cutOff(words)
            default: .malformed(words)
            }
        return GPXFault(line: Int(XML_GetCurrentLineNumber(expat)), what: what)
    }

    private func setHandlers() {
        XML_SetElementHandler(
            expat,
            { Reading.of($0).pointee.start($1!, $2!) },
            { data, _ in Reading.of(data).pointee.end() })
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
    private var handlesText = false

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
        refusal = GPXFault(line: Int(XML_GetCurrentLineNumber(expat)), what: what)
        XML_StopParser(expat, XML_Bool(0))
    }
}

extension UnsafePointer<XML_Char> {
    /// Those of a C string, without the NUL.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: self, count: strlen(self)).bindMemory(to: UInt8.self)
    }
}
