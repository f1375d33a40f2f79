/// One sentence, cut into fields without copying it.
///
/// Field 0 is the address, as in `GPGGA`; the fields of each kind of sentence are numbered from 1
/// as in NMEA 0183 and the makers' own manuals.
struct NMEASentence {
    let kind: Kind
    /// The number of fields after the address, empty ones included.
    let fieldCount: Int
    let hasChecksum: Bool

    /// Between `$` and `*`.
    let text: UnsafeRawBufferPointer
    /// The offsets in `text` at which the fields end, the address first.
    let ends: UnsafePointer<UInt16>

    enum Kind: Int, CaseIterable {
        case gga, rmc, gns, gll, gsa, gst, gbs, vtg, zda, gsv
        /// u-blox's position and time, and Garmin's and SiRF's estimates of their own accuracy.
        case pubx00, pubx04, pgrme, psrfepe
        case other
    }

    /// Room for where the fields of a sentence end; all sentences use it in turn.
    final class FieldTable {
        /// Enough for a sentence of nothing but commas.
        let ends = UnsafeMutablePointer<UInt16>.allocate(capacity: longest + 1)
        deinit { ends.deallocate() }
    }

    /// The most bytes between `$` and `*`. The standard says 80, but receivers with many satellites
    /// write more.
    static let longest = 1024

    /// `text` is what stands between `$` and `*`; `table` has the offsets of its commas,
    /// `fieldCount` of them. `nil` if the address is none.
    init?(
        _ text: UnsafeRawBufferPointer, _ table: FieldTable, fieldCount: Int, hasChecksum: Bool
    ) {
        table.ends[fieldCount] = UInt16(text.count)
        self.fieldCount = fieldCount
        self.text = text
        self.hasChecksum = hasChecksum
        ends = UnsafePointer(table.ends)
        let address = UnsafeRawBufferPointer(rebasing: text[..<Int(ends[0])])
        guard address.count >= 3, address.allSatisfy(isUppercaseOrDigit) else { return nil }
        kind = Kind(address, first: fieldCount > 0 ? Self.field(1, text, ends) : address)
    }

    /// The bytes of field `number`; empty if there is no such field.
    @inline(__always)
    subscript(_ number: Int) -> UnsafeRawBufferPointer {
        number <= fieldCount
            ? Self.field(number, text, ends) : UnsafeRawBufferPointer(start: nil, count: 0)
    }

    @inline(__always)
    private static func field(
        _ number: Int, _ text: UnsafeRawBufferPointer, _ ends: UnsafePointer<UInt16>
    ) -> UnsafeRawBufferPointer {
        let (start, end) = (Int(ends[number &- 1]) &+ 1, Int(ends[number]))
        // The ends are in order, and within the text.
        return UnsafeRawBufferPointer(
            start: text.baseAddress.unsafelyUnwrapped + start, count: end &- start)
    }

    /// The byte of field `number` if it is a single one; else 0.
    @inline(__always)
    func letter(_ number: Int) -> UInt8 {
        let field = self[number]
        return field.count == 1 ? field[0] : 0
    }

    /// Whether an RMC has the status A, or D for a differential fix, and its mode is not N (from NMEA
    /// 2.3 on).
    var saysThatThereIsAFix: Bool {
        let status = letter(2)
        return (status == UInt8(ascii: "A") || status == UInt8(ascii: "D"))
            && letter(12) != UInt8(ascii: "N")
    }

    /// Whose sentence it is, as `GP`: of a maker's own `PU`, as all that are read have a position.
    var talker: Talker { Talker(text[0], text[1]) }

    /// Two letters.
    struct Talker: Hashable {
        private let letters: UInt16

        init(_ first: UInt8, _ second: UInt8) { letters = UInt16(first) << 8 | UInt16(second) }

        /// All systems of satellites together.
        static let all = Talker(UInt8(ascii: "G"), UInt8(ascii: "N"))
    }

    /// The talker and the kind of the sentence, as in `GPGGA`.
    var address: Slice<UnsafeRawBufferPointer> { text[..<Int(ends[0])] }

    /// The address without its talker, as in `GGA`; the whole address of a maker's own sentence.
    var name: String {
        let isProprietary = address.first == UInt8(ascii: "P")
        return String(decoding: isProprietary ? address : address.suffix(3), as: UTF8.self)
    }
}

extension NMEASentence.Kind {
    /// The last three letters tell the kind of a talker's sentence, all of them a maker's own.
    fileprivate init(_ address: UnsafeRawBufferPointer, first: UnsafeRawBufferPointer) {
        guard address[0] != UInt8(ascii: "P") else {
            if address.elementsEqual("PUBX".utf8), first.elementsEqual("00".utf8) {
                self = .pubx00
            } else if address.elementsEqual("PUBX".utf8), first.elementsEqual("04".utf8) {
                self = .pubx04
            } else if address.elementsEqual("PGRME".utf8) {
                self = .pgrme
            } else {
                self = address.elementsEqual("PSRFEPE".utf8) ? .psrfepe : .other
            }
            return
        }
        let n = address.count
        switch UInt32(address[n - 3]) << 16 | UInt32(address[n - 2]) << 8 | UInt32(address[n - 1]) {
        case letters("GGA"): self = .gga
        case letters("RMC"): self = .rmc
        case letters("GSA"): self = .gsa
        case letters("GSV"): self = .gsv
        case letters("GST"): self = .gst
        case letters("VTG"): self = .vtg
        case letters("GLL"): self = .gll
        case letters("GNS"): self = .gns
        case letters("ZDA"): self = .zda
        case letters("GBS"): self = .gbs
        default: self = .other
        }
    }
}

@inline(__always)
private func letters(_ text: StaticString) -> UInt32 {
    let bytes = text.utf8Start
    return UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
}

private func isUppercaseOrDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
