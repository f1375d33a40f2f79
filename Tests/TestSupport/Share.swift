import Glibc

/// The share of many alike cases that one run of the tests tries: another one for each commit. With
/// `TEST_SHARE=all` in the environment, as in `make check`, all of them are tried.
package enum Share {
    package static let isWhole = variable("TEST_SHARE") == "all"

    /// Decides which cases are in the share. `scripts/run-tests` prints it and makes it from the commit.
    package static let seed = variable("TEST_SEED").flatMap { UInt64($0) } ?? 1

    /// `count` of `all`, in their order.
    package static func of<Element>(_ all: some Sequence<Element>, _ count: Int) -> [Element] {
        let all = Array(all)
        if isWhole || all.count <= count { return all }
        var random = SplitMix64(seed: seed)
        return all.indices.shuffled(using: &random).prefix(count).sorted().map { all[$0] }
    }

    /// How often to try something made up at random: all rounds, or `few` in a share.
    package static func rounds(_ all: Int, few: Int) -> Int { isWhole ? all : few }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
