import Testing

@testable import Positions

/// A number read by its shape is the number that is read with care.
struct NumberShapeTests {
    /// What `text` is if it is read as a number like `model`; `nil` if that has no shape.
    private func number(_ text: String, like model: String) -> Double? {
        let bytes = Array("\(text),and more that does not matter".utf8)
        return Array(model.utf8).withUnsafeBytes(NumberShape.init)
            .map { shape in bytes.withUnsafeBytes { shape.number(at: $0.baseAddress!) } }
    }

    @Test(arguments: [
        ("0", "7"), ("0", "9"), ("0.0", "4.6"), (".0", ".5"), ("0.", "8."), ("00", "12"),
        ("0000000", "1234567"), ("00000000", "12345678"), ("000000000", "123456789"),
        ("000000000000000", "999999999999999"), ("0000.00000", "5222.20061"),
        ("00000.00000", "00453.40000"), ("0000000.0", "1234567.8"), ("0000000.00", "1234567.89"),
        ("0000000.0000000", "1234567.8901234"), ("0.0000000000000", "9.9999999999999"),
        (".00000000000000", ".99999999999999"), ("000.00", "359.89"), ("0.00000000", "0.00000001"),
    ])
    func `any digits are read`(_ model: String, _ text: String) throws {
        for text in [model, text] {
            let careful = Array(text.utf8).withUnsafeBytes(\.decimal)
            let quick = try #require(number(text, like: model))
            #expect(quick.bitPattern == careful?.bitPattern)
        }
    }

    @Test(arguments: [
        "", ".", "-1", "+1", "1-", "1..2", "1.2.3", "1e5", "A", "1A", " 1", "1 ", "0x1", "NaN",
        "12345678.1", "00000000.", "1234567890123456", "1234567.89012345", "1/", "1:", "\u{661}",
    ])
    func `anything else has no shape`(_ text: String) {
        #expect(number("0", like: text) == nil)
    }
}
