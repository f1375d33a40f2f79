/// Why the rest of a document cannot be read.
package struct XMLFault: Error, Equatable {
    /// Counts from 1.
    package var line: Int
    package var what: What

    package enum What: Error, Equatable, CustomStringConvertible {
        /// Not XML; in the words of expat, as in the next two cases.
        case malformed(String)
        /// The document ends too early.
        case cutOff(String)
        /// expat does not know the encoding.
        case encoding(String)
        case tooDeep
        case tooLong
        case longName
        case tooManyNames
        case entityDeclared
        case attributeDeclared
        /// The content refuses what it says; in words for the user.
        case refused(String)

        /// What is wrong, without a remedy.
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

        /// What is wrong with a file that should be GPX, and what to do.
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
