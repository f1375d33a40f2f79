import Testing

@testable import Geofencing

/// One character for each 10 s: `-` a fix that passes, `c` one that is too coarse, `n` a report
/// without a position, `?` one without a time either, ` ` no report.
struct SilenceTests {
    private func changes(_ line: String) -> [(step: Int, change: Silence.Change)] {
        var silence = Silence()
        return line.enumerated().compactMap { step, symbol in
            let time = Walk.noon + Double(step * 10)
            let change: Silence.Change? =
                switch symbol {
                case "-": silence.change(at: time, nil)
                case "c": silence.change(at: time, .coarse)
                case "n": silence.change(at: time, .noPosition)
                case "?": silence.change(at: nil, .noPosition)
                default: nil
                }
            return change.map { (step, $0) }
        }
    }

    /// `B` where silence began to be told, `E` where it ended.
    private func told(_ line: String) -> String {
        let changes = Dictionary(uniqueKeysWithValues: changes(line))
        return String(
            line.indices.enumerated().map { step, _ in
                changes[step].map { $0 == .ended ? "E" : "B" } ?? " "
            })
    }

    @Test func `60 s in which nothing passes are told once`() {
        #expect(
            told("---ccccccccccccc")
                == "        B       ")
    }

    @Test func `so is their end`() {
        #expect(
            told("---ccccccccc---cccccc-")
                == "        B   E       BE")
    }

    @Test func `one fix in a minute is enough`() {
        #expect(
            told("-ccccc-ccccc-ccccc-")
                == "                   ")
    }

    @Test func `it is told from the start too`() {
        #expect(
            told("nnnnnnnnn")
                == "      B  ")
    }

    @Test func `no reports are not the filter's doing`() {
        #expect(
            told("-            -")
                == "              ")
    }

    @Test func `it says since when and for what reasons`() throws {
        let change = try #require(changes("-cncc?c").last?.change)
        #expect(change == .began(since: Walk.noon, reasons: [.coarse: 4, .noPosition: 2]))
    }

    @Test func `a clock put back does not hide it`() {
        var silence = Silence()
        func change(_ seconds: Double) -> Silence.Change? {
            silence.change(at: Walk.noon + seconds, .noPosition)
        }
        #expect(change(0) == nil)
        #expect(change(-3600) == nil)
        #expect(change(-3541) == nil)
        #expect(change(-3540) != nil)
    }
}
