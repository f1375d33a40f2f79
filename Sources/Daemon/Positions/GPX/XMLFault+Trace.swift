import Formats

extension XMLFault.What {
    /// What is wrong with a trace, and what to do where that is known.
    var inTrace: String {
        switch self {
        case .cutOff: "\(self): the file ends too early"
        case .encoding: "\(self): convert the file to UTF-8"
        case .entityDeclared: "GPX has no entity declarations: remove the DOCTYPE"
        case .attributeDeclared: "GPX has no attribute declarations: remove the DOCTYPE"
        default: description
        }
    }
}
