import APIClient
import ArgumentParser
import Places
import Posix

/// An amount of money as people type it: `2.50`, `2,50`, `12`, and `-2.50` if it came back.
struct Money: ExpressibleByArgument {
    private let isNegative: Bool
    /// Digits before and after the point or comma.
    private let (whole, part): (Substring, Substring)
    fileprivate let text: String

    static let forms = "as in 2.50"

    /// `nil` for anything but digits of ASCII, with one point or comma among them, and a minus before
    /// them.
    init?(argument: String) {
        isNegative = argument.hasPrefix("-")
        let digits = argument.dropFirst(isNegative ? 1 : 0)
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        // So many digits are never too large a number.
        guard (1...2).contains(parts.count), digits.utf8.count <= 16,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && !$0.isEmpty })
        else { return nil }
        (whole, part) = (parts[0], parts.count == 2 ? parts[1] : "")
        text = argument
    }

    /// For options and arguments, whose errors show how it is written.
    @Sendable static func read(_ text: String) throws -> Money {
        let money = try readSigned(text)
        guard !money.isNegative else { throw notMoney(text) }
        return money
    }

    /// As `read`, where money may have come back.
    @Sendable static func readSigned(_ text: String) throws -> Money {
        guard let money = Money(argument: text) else { throw notMoney(text) }
        return money
    }

    private static func notMoney(_ text: String) -> ValidationError {
        ValidationError("'\(text.shortened)' is not an amount of money: write it \(forms)")
    }

    /// In minor units of a currency.
    func units(of currency: Currency) throws -> Int64 {
        guard part.utf8.count <= currency.digits else {
            let most = currency.digits == 0 ? "none" : "\(currency.digits) at most"
            throw Refusal(
                .invalid, text.quoted,
                "has \(part.utf8.count) digits behind the \(text.contains(".") ? "point" : "comma"): "
                    + "\(currency.code ?? "money") has \(most)")
        }
        let zeros = String(repeating: "0", count: currency.digits - part.utf8.count)
        guard let units = Int64((isNegative ? "-" : "") + whole + part + zeros) else {
            throw Refusal(.invalid, text.quoted, "is too much: write it \(Self.forms)")
        }
        return units
    }
}

extension Money {
    /// Minor units that a bill may be of, or that may come back.
    private static let billed: ClosedRange<Int64> = 1...100_000_000_000

    /// Of a bill, in minor units.
    func billed(in currency: Currency) throws -> Int64 {
        let units = try units(of: currency)
        guard Self.billed.contains(abs(units)) else {
            throw Refusal(
                .invalid, text.quoted,
                "is not from \(currency.text(Self.billed.lowerBound)) to "
                    + "\(currency.text(Self.billed.upperBound))")
        }
        return units
    }
}

/// What money a household counts in, as the gateway has it.
struct Currency: Decodable {
    /// As in `EUR`; `nil`: it was not said.
    var code: String?
    /// Of the minor unit: 2 for cents.
    var digits: Int

    enum CodingKeys: String, CodingKey {
        case digits
        case code = "currency"
    }

    /// The number alone, as in `-2.50`.
    func number(_ units: Int64) -> String {
        let figures = String(units.magnitude)
        let zeros = String(repeating: "0", count: max(0, digits + 1 - figures.count))
        let all = zeros + figures
        let text = digits == 0 ? all : "\(all.dropLast(digits)).\(all.suffix(digits))"
        return units < 0 ? "-\(text)" : text
    }

    /// As in `2.50 EUR`.
    func text(_ units: Int64) -> String {
        [number(units), code?.visible].compactMap(\.self).joined(separator: " ")
    }
}

extension Membership {
    func currency() async throws -> Currency {
        try await client.get("\(group.path)/balances", as: Currency.self)
    }
}
