/// What the first bytes of a picture say of it.
struct PictureHead: Hashable {
    /// Pixels.
    var width: Int
    var height: Int
    /// Whether the file says that it is longer than it is.
    var isCut = false

    /// Whether it has more pixels than `most`. A file says of itself whatever it likes.
    func hasMorePixels(than most: Int) -> Bool { height > 0 && width > most / height }

    /// `nil` if the file is no JPEG, PNG or WebP, or too short to be one.
    init?(_ file: [UInt8]) {
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            self.init(jpeg: file)
        } else if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(png: file)
        } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
            self.init(webP: file)
        } else {
            return nil
        }
    }

    /// ITU T.81, B.1.1.4 and B.2.2.
    private init?(jpeg file: [UInt8]) {
        var index = 2
        while index + 9 <= file.count, file[index] == 0xFF {
            switch file[index + 1] {
            // Filling.
            case 0xFF: index += 1
            case 0xC0..<0xC4, 0xC5..<0xC8, 0xC9..<0xCC, 0xCD...0xCF:
                height = file.number(at: index + 5, 2)
                width = file.number(at: index + 7, 2)
                return
            default:
                let length = file.number(at: index + 2, 2)
                guard length >= 2 else { return nil }
                index += 2 + length
            }
        }
        return nil
    }

    /// The chunk IHDR comes first (W3C, *Portable Network Graphics*, 11.2.1).
    private init?(png file: [UInt8]) {
        guard file.count >= 24, file[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        width = file.number(at: 16, 4)
        height = file.number(at: 20, 4)
    }

    /// RFC 9649, 2.4 to 2.7 and 3.4; RFC 6386, 9.1.
    private init?(webP file: [UInt8]) {
        guard file.count >= 30 else { return nil }
        func number(_ index: Int, _ count: Int) -> Int {
            file[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        switch String(decoding: file[12..<16], as: UTF8.self) {
        case "VP8 ": (width, height) = (number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF)
        case "VP8L":
            let bits = number(21, 4)
            (width, height) = (1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
        case "VP8X": (width, height) = (1 + number(24, 3), 1 + number(27, 3))
        default: return nil
        }
        isCut = number(4, 4) + 8 > file.count
    }
}

extension [UInt8] {
    /// `count` bytes, the highest first.
    fileprivate func number(at index: Int, _ count: Int) -> Int {
        self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
