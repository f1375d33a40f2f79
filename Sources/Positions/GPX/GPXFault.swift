/// Why the rest of a GPX document cannot be read.
struct GPXFault: Error, Equatable {
    /// From 1.
    var line: Int
    var what: What

    enum What: Error, Equatable, CustomStringConvertible {
        /// In the words of expat, as in the next two.
        case malformed(String)
        /// At the end of the file.
        case cutOff(String)
        case encoding(String)
        case otherRoot(String)
        case tooDeep
        case tooLong
        case longName
        case tooManyNames
        case entityDeclared
        case attributeDeclared

        var description: String {
            switch self {
            case .malformed(let words): words
            case .cutOff(let words): "\(words): the file ends too early"
            case .encoding(let words): "\(words): convert the file to UTF-8"
            case .otherRoot(let name): "the root element is '<\(name)>', not '<gpx>'"
            case .tooDeep: "elements are nested more than \(GPXDocument.greatestDepth) deep"
            case .tooLong: "a tag or a comment is longer than 1 MiB"
            case .longName: "a name is longer than \(GPXDocument.longestName) bytes"
            case .tooManyNames: "more than \(GPXDocument.mostNames) different names are used"
            case .entityDeclared: "GPX has no entity declarations: remove the DOCTYPE"
            case .attributeDeclared: "GPX has no attribute declarations: remove the DOCTYPE"
            }
        }
    }
}

extension GPXFault.What {
    /// So much of a name, in bytes, is shown.
    private static let shown = 64

    static func otherRoot(_ name: Span<UInt8>) -> Self {
        let shown = name.extracting(first: shown)
        return .otherRoot(shown.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
}
