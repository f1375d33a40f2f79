import Testing

@testable import Positions

/// The number in a field is the nearest that there is to its digits.
struct NMEANumberTests {
    private func decimal(_ text: String) -> Double? { Array(text.utf8).withUnsafeBytes(\.decimal) }

    @Test(arguments: [
        "7", "9", "4.6", ".5", "8.", "12", "1234567", "12345678", "123456789", "999999999999999",
        "5222.20061", "00453.40000", "1234567.8", "1234567.8901234", "9.9999999999999",
        ".99999999999999", "359.89", "0.00000001", "9007199254740993", "123456789012345678",
        "1234567890.1234567", "0", "000.00",
    ])
    func `any digits are read`(_ text: String) {
        #expect(
            decimal(text)?.bitPattern == Double(text.hasSuffix(".") ? text + "0" : text)?.bitPattern
        )
    }

    @Test(arguments: [
        "", ".", "-1", "+1", "1-", "1..2", "1.2.3", "1e5", "A", "1A", " 1", "1 ", "0x1", "NaN",
        "1234567890123456789", "1/", "1:", "\u{661}",
    ])
    func `anything else is no number`(_ text: String) {
        #expect(decimal(text) == nil)
    }
}
