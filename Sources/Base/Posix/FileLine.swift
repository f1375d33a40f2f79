/// A line of a file, for messages.
package struct FileLine: Hashable, Sendable, CustomStringConvertible {
    /// As messages name it.
    package var file: String
    /// Counts from 1.
    package var line: Int

    package init(_ file: String, _ line: Int) {
        self.file = file
        self.line = line
    }

    package var description: String { "\(file):\(line)" }
}
