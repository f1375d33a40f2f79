import Formats
import Posix

extension TOMLValue {
    /// How PostgreSQL is reached, as libpq reads it. Throws if a password is in it.
    func postgres() throws(TOMLError) -> String {
        let wanted = "how PostgreSQL is reached, as in \"service=deals\""
        let text = try text(wanted)
        // It may have a password in it: it is not repeated.
        guard (1...1000).contains(text.utf8.count), text.contains("="), !text.contains("://"),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw error("does not say how PostgreSQL is reached", use: wanted) }
        guard text.lowercased().firstMatch(of: #/pass(word|wd) *=/#) == nil else {
            throw error("has a password, which others may read here", use: "a passfile")
        }
        return text
    }
}
