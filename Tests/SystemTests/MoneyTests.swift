import Places
import Testing

@testable import geofencectl

/// Money as it is typed and shown.
@Suite struct MoneyTests {
    private let euros = Currency(code: "EUR", digits: 2)

    @Test(
        arguments: [
            ("2.50", 250), ("2,50", 250), ("12", 1200), ("2.5", 250), ("0,05", 5), ("0", 0),
            ("007", 700), ("1000000000.00", 100_000_000_000),
        ])
    func `a point and a comma are the same`(text: String, cents: Int64) throws {
        #expect(try Money.read(text).units(of: euros) == cents)
        #expect(try Money.readSigned("-" + text).units(of: euros) == -cents)
    }

    @Test func `money comes back in a bill alone`() throws {
        #expect(try Money.readSigned("-2.5").billed(in: euros) == -250)
        #expect(throws: (any Error).self) { try Money.read("-2.50") }
        for text in ["-0", "-1000000000.01"] {
            let refusal = #expect(throws: Refusal.self) {
                try Money.readSigned(text).billed(in: euros)
            }
            let words = "is not from 0.01 EUR to 1000000000.00 EUR"
            #expect(refusal?.description == "'\(text)': \(words)")
        }
    }

    @Test(
        arguments: [
            "1e3", "-", "--1", "1-", "+1", "½", "", ".", ",", "2.", ".50", "1.000,50", "1,000,000",
            "1 000",
            "0x10", "٣", "２", "€2", "2 EUR", "nan", "12345678901234567",
        ])
    func `what is no money is refused`(text: String) {
        #expect(Money(argument: text) == nil)
    }

    @Test func `a currency has its own digits`() throws {
        let yen = Currency(code: "JPY", digits: 0)
        let dinar = Currency(code: "KWD", digits: 3)
        #expect(try Money.read("250").units(of: yen) == 250)
        #expect(try Money.read("2.5").units(of: dinar) == 2500)
        for (text, currency, words) in [
            ("2.50", yen, "'2.50': has 2 digits behind the point: JPY has none"),
            ("2,505", euros, "'2,505': has 3 digits behind the comma: EUR has 2 at most"),
        ] {
            let refusal = #expect(throws: Refusal.self) {
                try Money.read(text).units(of: currency)
            }
            #expect(refusal?.description == words)
        }
    }

    @Test(
        arguments: [
            (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (123_456, 2, "1234.56"),
            (-100, 2, "-1.00"), (7, 0, "7"), (7, 3, "0.007"),
            (Int64.min, 2, "-92233720368547758.08"),
        ])
    func `it is shown as it is typed`(units: Int64, digits: Int, text: String) {
        #expect(Currency(code: nil, digits: digits).number(units) == text)
    }
}
