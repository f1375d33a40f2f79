import ArgumentParser
import Posix

/// A region by its id or name, and perhaps a time: `deal/42`, `Starbucks@14:03`.
struct RegionMoment {
    var region: String
    var time: CommandTime?

    /// For options and arguments, whose errors say what is wrong with the time.
    @Sendable static func read(_ text: String) throws -> RegionMoment {
        guard !text.isEmpty else { throw ValidationError("it is empty: write an id or a name") }
        // A name may contain `@`: then what follows is not a time.
        guard let sign = text.lastIndex(of: "@"), sign != text.startIndex else {
            return RegionMoment(region: text)
        }
        let rest = String(text[text.index(after: sign)...])
        do {
            return RegionMoment(
                region: String(text[..<sign]), time: try CommandTime.read(rest))
        } catch  where isLikeTime(rest) {
            throw ValidationError("\(rest.quoted) is not a time: \(error)")
        } catch {
            return RegionMoment(region: text)
        }
    }

    /// Whether it is written in digits as a time or a date is, as in `25:00` and `2026-02-30`.
    private static func isLikeTime(_ text: String) -> Bool {
        text.first?.isNumber == true && text.last?.isNumber == true
            && text.contains { $0 == ":" || $0 == "-" }
            && text.allSatisfy { $0.isNumber || ":-. T".contains($0) }
    }
}
