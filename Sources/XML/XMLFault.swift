/// Why the rest of a document cannot be read.
package struct XMLFault: Error, Equatable {
    /// Counts from 1.
    package var line: Int
    package var what: What

    package enum What: Error, Equatable, CustomStringConvertible {
        /// In the words of expat, as in the next two.
        case malformed(String)
        /// At the end of the file.
        case cutOff(String)
        case encoding(String)
        case tooDeep
        case tooLong
        case longName
        case tooManyNames
        case entityDeclared
        case attributeDeclared
        /// Well-formed, but not what is wanted; in words for the user.
        case refused(String)

        /// Without a remedy.
        package var description: String {
            switch self {
            case .malformed(let words), .cutOff(let words), .encoding(let words): words
            case .tooDeep: "elements are nested more than \(XMLParser.greatestDepth) deep"
            case .tooLong: "a tag or a comment is longer than 1 MiB"
            case .longName: "a name is longer than \(XMLParser.longestName) bytes"
            case .tooManyNames: "more than \(XMLParser.mostNames) different names are used"
            case .entityDeclared: "GPX declares no entities"
            case .attributeDeclared: "GPX declares no attributes"
            case .refused(let words): words
            }
        }

        /// With what to do about a file that should be GPX.
        package var remedy: String {
            switch self {
            case .malformed, .cutOff, .encoding: "is not XML: \(self): is the file complete?"
            case .tooDeep, .tooLong, .longName, .tooManyNames: "\(self): is it GPX?"
            case .entityDeclared, .attributeDeclared: "\(self): remove the DOCTYPE"
            case .refused: description
            }
        }
    }
}
