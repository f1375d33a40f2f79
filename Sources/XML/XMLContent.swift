/// Takes what a document says, in the order in which it is written.
///
/// A name of an element comes without its namespace or prefix, one of an attribute with it.
package protocol XMLContent {
    /// An element begins, in `line`, which takes a while to find. What it throws ends the reading.
    ///
    /// Returns whether the text that comes next is of use.
    mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool
    /// The element that began last has this attribute.
    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)
    /// Text of the element that is open, maybe not all of it.
    mutating func text(_ piece: Span<UInt8>)
    /// The element that is open ends. Returns whether the text that comes next is of use.
    mutating func end() -> Bool
}

/// So that expat's callbacks find any type of content where it lies.
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
