import CExpat
import Glibc
import Posix

/// Reads an XML document piece by piece with expat, guarded against documents made to do harm.
///
/// It refuses declarations of entities and attributes, deep nesting, long tags and names, and too
/// many names. It never opens an external entity: expat leaves that to a handler, and there is
/// none.
package final class XMLParser {
    private let expat: XML_Parser
    /// The callbacks of expat get this pointer, and know nothing else.
    private let reading: UnsafeMutablePointer<Reading>
    /// How many bytes expat was fed.
    package private(set) var bytesFed = 0

    /// How many elements may be open at a time.
    static let greatestDepth = 100
    static let mostNames = 1000
    /// Bytes of a name with its namespace; expat copies it each time it is used.
    static let longestName = 1000
    /// expat may lag this many bytes behind its input. It does so until it sees the end of a tag or
    /// a comment.
    private static let longestToken = 1 << 20
    /// Stands between a namespace or a prefix and the local name.
    fileprivate static let separator = UInt8(ascii: ":")

    /// `namespaces`: whether prefixes must be declared; else nothing is known of namespaces.
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

    /// Whatever its declaration says, the document is UTF-8. This is of no use once it is read.
    package func assumeUTF8() {
        if bytesFed == 0 { XML_SetEncoding(expat, "UTF-8") }
    }

    /// Reads the next piece of the document and tells `content` what it says; `nil` is the end.
    /// After a fault nothing more may be fed.
    package func feed(
        _ piece: UnsafeRawBufferPointer?, to content: inout some XMLContent
    ) throws(XMLFault) {
        try parse(piece, &content)
        if bytesPending > Self.longestToken { throw reading.pointee.fault(.tooLong) }
    }

    /// Reads a part of a piece, whose rest follows. How far expat lags is checked at the end of a
    /// piece.
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

    /// Whether a file that begins like this may be XML: with `<`, or with a byte order mark or
    /// blanks before it. In UTF-16 there are NULs as well.
    package static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let mayPrecede: [UInt8] = [0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]
        return head.first { !$0.isBlank && !mayPrecede.contains($0) } == UInt8(ascii: "<")
    }

    /// Whether expat has read all that it was fed, and no CDATA section is open.
    package var isBetweenTags: Bool { bytesPending == 0 && !reading.pointee.isInCDATA }

    /// Whether `prefix` is declared where expat is; of a parser that knows namespaces.
    package func declares(_ prefix: UnsafeBufferPointer<UInt8>) -> Bool {
        reading.pointee.prefixes.contains { $0.elementsEqual(prefix) }
    }

    /// Counts lines of the document that expat is not fed.
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
        XML_SetNamespaceDeclHandler(
            expat,
            { data, prefix, _ in Reading.of(data).pointee.declare(prefix) },
            { data, _ in Reading.of(data).pointee.prefixes.removeLast() })
        XML_SetEntityDeclHandler(expat) { data, _, _, _, _, _, _, _, _ in
            Reading.of(data).pointee.refuse(.entityDeclared)
        }
        XML_SetUnknownEncodingHandler(
            expat,
            { _, name, encoding in
                let names: [StaticString] = ["windows-1252", "cp1252"]
                let name = name!.bytes.span
                guard names.contains(where: { name.equalsIgnoringCase($0) }) else {
                    return Int32(XML_STATUS_ERROR.rawValue)
                }
                withUnsafeMutableBytes(of: &encoding!.pointee.map) { map in
                    for byte in UInt8.min...UInt8.max {
                        let character = Int32(Windows1252.character(byte))
                        // -1 is none (expat.h).
                        map.storeBytes(
                            of: character == 0 && byte > 0 ? -1 : character,
                            toByteOffset: 4 * Int(byte), as: Int32.self)
                    }
                }
                return Int32(XML_STATUS_OK.rawValue)
            }, nil)
        XML_SetAttlistDeclHandler(expat) { data, _, _, _, _, _ in
            Reading.of(data).pointee.refuse(.attributeDeclared)
        }
    }
}

/// What the callbacks of expat work on.
private struct Reading {
    private let expat: XML_Parser
    /// Set while expat reads: then its callbacks come.
    var content: (any XMLContent)?
    private(set) var fault: XMLFault?
    /// Lines of the document that expat was not fed.
    var linesSkipped = 0
    /// Text in a CDATA section may look like tags, and expat reads it piecemeal.
    var isInCDATA = false
    /// Those that are declared here; empty for a namespace without one.
    var prefixes: [[UInt8]] = []
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

    mutating func declare(_ prefix: UnsafePointer<XML_Char>?) {
        prefixes.append(prefix.map { Array($0.bytes) } ?? [])
        guard let prefix else { return }
        do throws(XMLFault.What) { try note(prefix.bytes) } catch { refuse(error) }
    }

    /// Every name of the document comes by here.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) throws(XMLFault.What) {
        guard name.count <= XMLParser.longestName else { throw .longName }
        names.note(name)
        guard names.count <= XMLParser.mostNames else { throw .tooManyNames }
    }

    /// Most text is not wanted. Without a handler expat need not convert it.
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

    /// Ends the reading, though expat may still call `end` once.
    mutating func refuse(_ what: XMLFault.What) {
        guard fault == nil else { return }
        fault = fault(what)
        XML_StopParser(expat, XML_Bool(XML_FALSE))
    }

    /// A fault where expat is now.
    func fault(_ what: XMLFault.What) -> XMLFault {
        XMLFault(line: Self.line(expat, linesSkipped), what: what)
    }

    private static func line(_ expat: XML_Parser, _ skipped: Int) -> Int {
        Int(XML_GetCurrentLineNumber(expat)) + skipped
    }
}

extension UnsafePointer<XML_Char> {
    /// The bytes of a C string, without the NUL.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: self, count: strlen(self)).bindMemory(to: UInt8.self)
    }
}
