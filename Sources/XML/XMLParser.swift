import CExpat
import Glibc
import Posix

/// Reads an XML document piece by piece with expat, unless it was made to do harm.
///
/// What it declares is refused, as are names, tags and depths beyond all need. External entities are
/// never opened: expat leaves that to a handler, and there is none.
package final class XMLParser {
    private let expat: XML_Parser
    /// Where expat's callbacks find it, which know nothing else.
    private let reading: UnsafeMutablePointer<Reading>
    /// Without those of points that were skipped.
    package private(set) var bytesFed = 0

    /// Elements in elements.
    static let greatestDepth = 100
    static let mostNames = 1000
    /// Bytes of a name with its namespace, which expat copies each time it is used.
    static let longestName = 1000
    /// expat may lag this many bytes behind its input: behind what it reads begins a tag or a comment
    /// whose end it has not seen.
    private static let longestToken = 1 << 20
    /// Between a namespace or a prefix and a local name, which has none.
    fileprivate static let separator = UInt8(ascii: ":")

    /// `namespaces`: whether a prefix that is not declared is a fault.
    package init(namespaces: Bool = false) {
        let parser =
            namespaces
            ? XML_ParserCreateNS(nil, XML_Char(bitPattern: Self.separator)) : XML_ParserCreate(nil)
        guard let expat = parser else { fatalError("out of memory") }
        self.expat = expat
        reading = .allocate(capacity: 1)
        reading.initialize(to: Reading(expat))
        XML_SetUserData(expat, reading)
        setHandlers()
    }

    deinit {
        XML_ParserFree(expat)
        reading.deinitialize(count: 1)
        reading.deallocate()
    }

    /// Reads on in the document, and tells `content` of it; `nil` is its end. After a fault nothing more
    /// may be fed.
    package func feed(
        _ piece: UnsafeRawBufferPointer?, to content: inout some XMLContent
    ) throws(XMLFault) {
        try parse(piece, &content)
        if bytesPending > Self.longestToken { throw reading.pointee.fault(.tooLong) }
    }

    /// Reads on in a piece of which more is to come: how far expat lags is only asked at its end.
    package func feed(
        part: Slice<UnsafeRawBufferPointer>, to content: inout some XMLContent
    ) throws(XMLFault) {
        if !part.isEmpty { try parse(UnsafeRawBufferPointer(rebasing: part), &content) }
    }

    private func parse(
        _ piece: UnsafeRawBufferPointer?, _ content: inout some XMLContent
    ) throws(XMLFault) {
        let count = piece?.count ?? 0
        bytesFed += count
        let status = withUnsafeMutablePointer(to: &content) { content in
            reading.pointee.content = content
            defer { reading.pointee.content = nil }
            return XML_Parse(
                expat, piece?.bindMemory(to: CChar.self).baseAddress, Int32(count),
                piece == nil ? 1 : 0)
        }
        if let fault = reading.pointee.fault { throw fault }
        guard status == XML_STATUS_OK else { throw reading.pointee.fault(errorOfExpat) }
    }

    /// Whether a file that begins like this may be XML: with `<`, after a byte order mark and blanks,
    /// maybe; in UTF-16 with NULs between.
    package static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let mayPrecede: [UInt8] = [0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]
        return head.first { !$0.isBlank && !mayPrecede.contains($0) } == UInt8(ascii: "<")
    }

    /// Whether all that was fed is read, and what comes next begins outside of any CDATA section.
    package var isBetweenTags: Bool { bytesPending == 0 && !reading.pointee.isInCDATA }

    /// Counts lines of the document that end in what is not fed.
    package func skip(lines: Int) {
        reading.pointee.linesSkipped += lines
    }

    private var bytesPending: Int { bytesFed - Int(XML_GetCurrentByteIndex(expat)) }

    private var errorOfExpat: XMLFault.What {
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
            if let prefix { Reading.of(data).pointee.declare(prefix) }
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
    private let expat: XML_Parser
    /// Who is told what expat reads; `nil` while it reads nothing.
    var content: (any XMLContent)?
    private(set) var fault: XMLFault?
    /// Of the document, in what expat was not fed.
    var linesSkipped = 0
    /// Text that may look like tags, which expat reads piecemeal.
    var isInCDATA = false
    /// How many elements are open.
    private var depth = 0
    private var names = NameCensus()
    private var handlesText = false

    init(_ expat: XML_Parser) {
        self.expat = expat
    }

    static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Reading> {
        userData!.assumingMemoryBound(to: Reading.self)
    }

    mutating func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        guard fault == nil else { return }
        do throws(XMLFault.What) {
            depth += 1
            guard depth <= XMLParser.greatestDepth else { throw .tooDeep }
            let bytes = name.bytes
            try note(bytes)
            let local = bytes.lastIndex(of: XMLParser.separator).map { $0 + 1 } ?? 0
            let (expat, skipped) = (expat, linesSkipped)
            let wantsText = try content!.start(bytes.extracting(local...).span) {
                Self.line(expat, skipped)
            }
            var next = attributes
            while let name = next[0], let value = next[1] {
                try note(name.bytes)
                content!.attribute(name.bytes.span, value.bytes.span)
                next += 2
            }
            handleText(wantsText)
        } catch {
            refuse(error)
        }
    }

    mutating func end() {
        guard fault == nil else { return }
        depth -= 1
        handleText(content!.end())
    }

    mutating func declare(_ prefix: UnsafePointer<XML_Char>) {
        do throws(XMLFault.What) { try note(prefix.bytes) } catch { refuse(error) }
    }

    /// Each name has to come by here.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) throws(XMLFault.What) {
        guard name.count <= XMLParser.longestName else { throw .longName }
        names.note(name)
        guard names.count <= XMLParser.mostNames else { throw .tooManyNames }
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

    mutating func text(_ piece: UnsafeBufferPointer<UInt8>) {
        if fault == nil { content!.text(piece.span) }
    }

    /// expat may still call an `end` after this.
    mutating func refuse(_ what: XMLFault.What) {
        guard fault == nil else { return }
        fault = fault(what)
        XML_StopParser(expat, XML_Bool(XML_FALSE))
    }

    /// Where expat is now.
    func fault(_ what: XMLFault.What) -> XMLFault {
        XMLFault(line: Self.line(expat, linesSkipped), what: what)
    }

    private static func line(_ expat: XML_Parser, _ skipped: Int) -> Int {
        Int(XML_GetCurrentLineNumber(expat)) + skipped
    }
}

extension UnsafePointer<XML_Char> {
    /// Those of a C string, without the NUL.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: self, count: strlen(self)).bindMemory(to: UInt8.self)
    }
}
