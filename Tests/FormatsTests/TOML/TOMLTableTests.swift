import Formats
import Testing

private let known = [
    "source", "speed", "fixes.max_accuracy", "fixes.hdop_metres", "control.socket",
]

struct TOMLTableTests {
    @Test(arguments: [
        ("sorce = 1", "1: sorce: is unknown: did you mean 'source'?"),
        ("suorce = 1", "1: suorce: is unknown: did you mean 'source'?"),
        (
            "[fixes]\nmax_acuracy = 1",
            "2: fixes.max_acuracy: is unknown: did you mean 'max_accuracy'?"
        ),
        ("[fixs]\nmax_accuracy = 1", "1: fixs: is unknown: did you mean 'fixes'?"),
        ("max_accuracy = 1", "1: max_accuracy: is unknown: did you mean 'fixes.max_accuracy'?"),
        ("[control]\n\nspeed = 1", "3: control.speed: is unknown: did you mean 'speed'?"),
        ("zebra = 1", "1: zebra: is unknown: use one of source, speed, fixes, control"),
        ("[control]\nx.y = 1", "2: control.x: is unknown: use one of socket"),
        (
            "'fixes.max_accuracy' = 1",
            "1: 'fixes.max_accuracy': is unknown: use one of source, speed, fixes, control"
        ),
        ("'' = 1", "1: '': is unknown: use one of source, speed, fixes, control"),
        ("fixes = 3", "1: fixes: 3 is a number: use a table, as in [fixes]"),
        ("[[fixes]]\nmax_accuracy = 1", "1: fixes: is a list: use a table, as in [fixes]"),
    ])
    func `an unknown key is told, with the one that was meant`(text: String, expected: String)
        throws
    {
        let errors = try TOMLDocument(Array(text.utf8), name: "x.toml").root.values(for: known)
            .errors
        #expect(errors.map(\.description) == ["x.toml:\(expected)"])
    }

    @Test func `an unknown key of any length is told in a short line`() throws {
        let text = String(repeating: "k", count: 500_000) + " = 1"
        let errors = try TOMLDocument(Array(text.utf8), name: "x.toml").root.values(for: known)
            .errors
        #expect(errors.first.map { $0.description.utf8.count < 200 } == true)
    }
}
