import FoundationEssentials
import Posix

/// The first part of the page's host name on this machine, as in `rusilo.localhost`.
///
/// A browser sends the cookies of `127.0.0.1` to every port of this machine, and so to every program
/// there. A name that is this installation's alone keeps them apart.
struct PageWord: Sendable {
    let text: String

    private static let fileName = "gateway.word"
    private static let length = 8

    /// Reads the word, or makes one the first time.
    init(in directory: StateDirectory) throws {
        let path = directory.file(Self.fileName)
        if let bytes = try? Data(contentsOf: URL(filePath: path)),
            let text = String(data: bytes, encoding: .utf8)?.trimmed, Self.isWord(text)
        {
            self.text = text
            return
        }
        text = Self.random()
        try Data("\(text)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }

    private static func isWord(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// It can be said aloud.
    private static func random() -> String {
        String(
            (0..<length).map { index in
                (index.isMultiple(of: 2) ? "bdfgklmnprstvz" : "aeiou").randomElement()!
            })
    }
}
