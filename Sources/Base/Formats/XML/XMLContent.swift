/// Takes what a document says, in the order in which it is written.
///
/// Names of elements come without their namespace or prefix, names of attributes with it.
package protocol XMLContent {
    /// An element begins. An error ends the reading.
    ///
    /// `line`: finds the line in which it begins, from 1; that takes a while. Returns whether the
    /// text that comes next is wanted.
    mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool
    /// An attribute of the element that began last.
    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)
    /// A piece of text of the element that is open.
    mutating func text(_ piece: Span<UInt8>)
    /// The element that is open ends. Returns whether the text that comes next is wanted.
    mutating func end() -> Bool
}

/// The callbacks of expat reach content of any type through a pointer to it.
extension UnsafeMutablePointer: XMLContent where Pointee: XMLContent {
    package func start(
        _ name: Span<UInt8>, in line: () -> Int
    ) throws(XMLFault.What) -> Bool { try pointee.start(name, in: line) }
    package func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        pointee.attribute(name, value)
    }
    package func text(_ piece: Span<UInt8>) { pointee.text(piece) }
    package func end() -> Bool { pointee.end() }
}
