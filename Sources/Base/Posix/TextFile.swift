/// A file of text as UTF-8, which may be UTF-16 on the disk.
package final class TextFile: ByteSource {
    package var name: String { file.name }

    private let file: InputFile
    private let decoder = TextDecoder()
    private var hasEnded = false

    package init(path: String) throws(FileError) {
        file = try InputFile(path: path)
    }

    package func next() throws -> UnsafeRawBufferPointer? {
        while !hasEnded {
            let piece = try file.next()
            hasEnded = piece == nil
            let text = decoder.decode(piece)
            if !text.isEmpty { return text }
        }
        return nil
    }
}

extension [UInt8] {
    /// The same text in UTF-8, if it is UTF-16.
    package var asUTF8: [UInt8] {
        withUnsafeBytes { bytes in
            let decoder = TextDecoder()
            let text = decoder.decode(bytes)
            guard decoder.isConverted else { return self }
            // The bytes are gone at the next call.
            let start = Array(text)
            return start + Array(decoder.decode(nil))
        }
    }
}
