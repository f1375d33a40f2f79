/// Where the bytes of a file come from, piece by piece.
package protocol ByteSource: AnyObject {
    /// For messages.
    var name: String { get }
    /// The next bytes, at least one, to be used before the next call; `nil` at the end.
    func next() throws -> UnsafeRawBufferPointer?
}

extension InputFile: ByteSource {}
