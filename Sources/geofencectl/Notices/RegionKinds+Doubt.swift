import Interests
import Posix

extension RegionKinds {
    /// Asks on standard error about words that are nearly a kind's name. They are no errors: a file of
    /// regions may have kinds of its own.
    static func doubt(_ words: [String]) {
        let names = all.map { $0.name } + [Interests.Watch.name]
        for word in words where !names.contains(word) {
            guard let name = word.nearMisses(among: names).first else { continue }
            StandardError.write(line: "--kind: did you mean \(name) by \(word.quoted)?")
        }
    }
}
