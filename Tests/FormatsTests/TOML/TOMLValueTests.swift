import Formats
import Testing

private enum Colour: String, CaseIterable { case red, green, blue }

/// What reading `key` from `text` says is wrong.
private func message(
    _ text: String, _ key: String = "a", _ read: (TOMLValue) throws(TOMLError) -> Void
) throws -> String? {
    let table = try TOMLDocument(Array(text.utf8), name: "x.toml").root
    let value = try #require(table.values(for: [key]).values[key])
    do {
        try read(value)
        return nil
    } catch {
        return error.description
    }
}

struct TOMLValueTests {
    @Test(arguments: [
        ("a = 'twenty'", "x.toml:1: a: 'twenty' is text: use a number of metres"),
        ("a = true", "x.toml:1: a: true is a boolean: use a number of metres"),
        ("a = 2026-05-01", "x.toml:1: a: 2026-05-01 is a date or time: use a number of metres"),
        ("a = 07:32:00", "x.toml:1: a: 07:32:00 is a date or time: use a number of metres"),
        ("\na = [1]", "x.toml:2: a: is a list: use a number of metres"),
        ("[a]", "x.toml:1: a: is a table: use a number of metres"),
        ("a = nan", "x.toml:1: a: nan is not finite: use a number of metres above 0 at most 9.5"),
        ("a = -inf", "x.toml:1: a: -inf is not finite: use a number of metres above 0 at most 9.5"),
        ("a = 0", "x.toml:1: a: 0 is not above 0: use a number of metres above 0 at most 9.5"),
        (
            "a = -0.5",
            "x.toml:1: a: -0.5 is not above 0: use a number of metres above 0 at most 9.5"
        ),
        (
            "a = 1e300",
            "x.toml:1: a: 1e+300 is over 9.5: use a number of metres above 0 at most 9.5"
        ),
        ("a = 9", nil), ("a = 9.5", nil),
    ])
    func `a number is one, and within its limits`(text: String, expected: String?) throws {
        let told = try message(text) { value throws(TOMLError) in
            _ = try value.number(of: "metres", above: 0, to: 9.5)
        }
        #expect(told == expected)
    }

    @Test(arguments: [
        ("a = 1.0", "x.toml:1: a: 1 is a number: use a whole number of days"),
        ("a = 0", "x.toml:1: a: 0 is below 1: use a whole number of days from 1 to 9"),
        ("a = 10", "x.toml:1: a: 10 is over 9: use a whole number of days from 1 to 9"),
        ("a = 9", nil),
    ])
    func `a whole number is one, and within its limits`(text: String, expected: String?) throws {
        let told = try message(text) { value throws(TOMLError) in
            _ = try value.integer(of: "days", in: 1...9)
        }
        #expect(told == expected)
    }

    @Test(arguments: [
        ("a = 'pink'", #"x.toml:1: a: 'pink' is not known: use "red", "green" or "blue""#),
        ("a = 'Red'", #"x.toml:1: a: 'Red' is not known: use "red", "green" or "blue""#),
        ("a = 1", #"x.toml:1: a: 1 is a number: use "red", "green" or "blue""#),
        ("a = 'green'", nil),
    ])
    func `a choice is one of the names`(text: String, expected: String?) throws {
        let told = try message(text) { value throws(TOMLError) in
            _ = try value.choice(of: Colour.self)
        }
        #expect(told == expected)
    }

    @Test func `text, booleans, lists and tables are asked for by name`() throws {
        let text = "a = 1.5"
        #expect(
            try message(text) { value throws(TOMLError) in _ = try value.text() }
                == "x.toml:1: a: 1.5 is a number: use text in quotes")
        #expect(
            try message(text) { value throws(TOMLError) in _ = try value.boolean() }
                == "x.toml:1: a: 1.5 is a number: use true or false")
        #expect(
            try message(text) { value throws(TOMLError) in _ = try value.list(of: "names") }
                == "x.toml:1: a: 1.5 is a number: use a list of names")
        #expect(
            try message(text) { value throws(TOMLError) in _ = try value.table() }
                == "x.toml:1: a: 1.5 is a number: use a table, as in [a]")
    }

    @Test func `a message is one line, and short, whatever the file says`() throws {
        let long = String(repeating: "x", count: 100_000)
        let told = try message(
            "a = \"\"\"\n\nb\u{7}\\u202E\(long)\"\"\"".replacing("\u{7}", with: "\\u0007")
        ) { value throws(TOMLError) in _ = try value.boolean() }
        let shown = String(repeating: "x", count: 56)
        #expect(told == #"x.toml:1: a: '\u{a}b\u{7}\u{202e}\#(shown)…' is text: use true or false"#)
    }
}
