import Testing

@testable import Formats

@Suite struct OpeningHoursErrorTests {
    @Test(arguments: [
        ("Mo-Fr 8-02", "8-02"), ("Mo-Fr 8-18; Sa off", "8-18"), ("8am-6pm", "8am-6pm"),
        ("Mo-Fr 08.00-12.00", ".00-12.00"), ("Mo-Fr 0800-1200", "0800-1200"),
        ("Mo-Fr 09:00-1300 & 14:00-18:00", "& 14:00-18:00"), ("Mo-Fr 09:00-1300", "1300"),
        ("Mo-Fr 08:00", "08:00"), ("Mo-Fr 08:00-", "-"), ("Mo-Fr -12:00", "-12:00"),
        ("08:60-12:00", "08:60-12:00"), ("24:00-25:00", "24:00-25:00"), ("08:00-48:01", "48:01"),
        ("08:00-33:00", "08:00-33:00"), ("08:00:00-12:00", "08:00:00-12:00"),
        ("08:00-12:00-14:00", "-14:00"), ("08:00-12:00/30", "/30"),
        ("sunrise-sunset", "sunrise-sunset"), ("08:00-sunset", "sunset"),
        ("(sunrise+00:30)-18:00", "(sunrise+00:30)-18:00"), ("easter off", "easter off"),
        ("Monday 08:00-12:00", "Monday 08:00-12:00"), ("MoFr 08:00-12:00", "MoFr 08:00-12:00"),
        ("Lu-Ve 08:00-12:00", "Lu-Ve 08:00-12:00"), ("Mo-Mo 08:00-12:00", "Mo 08:00-12:00"),
        ("Mo-Fr-Su", "-Su"), ("Mo-Fr[1]", "[1]"), ("Mo[0]", "0]"), ("Mo[6]", "6]"),
        ("Mo[1", "1"), ("Mo[3-1]", "1]"), ("Mo-PH", "PH"), ("Mo 24/7", "24/7"), ("24/70", "24/70"),
        ("Jan-Dez", "Dez"), ("15 Jun-15 Sep", "15 Jun-15 Sep"), ("Feb 30", "30"),
        ("2025 Feb 29", "29"), ("Apr 31", "31"), ("Jan 0", "0"), ("Jan-Mar 15", "Jan-Mar 15"),
        ("Jan 5-3", "Jan 5-3"), ("Jan,5", "5"), ("Dec 31-2026 Jan 3", "Dec 31-2026 Jan 3"),
        ("Dec 24,2026 Dec 31", "2026 Dec 31"), ("2027 Jan 2-2026 Jan 1", "2027 Jan 2-2026 Jan 1"),
        ("2027-2026", "2026"), ("1300-1800", "1300-1800"), ("week 0", "0"), ("week 54", "54"),
        ("week", "week"), ("Tu-Sa 10:00-19:00: Su 10:00-14:00", ": Su 10:00-14:00"),
        ("Mo-Fr 08:00-12:00 open, 14:00-18:00", "14:00-18:00"),
        ("Mo-Fr 08:00-12:00,", ","), ("; Mo", "; Mo"), ("Mo;; Tu", "; Tu"), ("Mo ||", "||"),
        ("|| Mo", "|| Mo"), ("Mo | Tu", "| Tu"), ("Mo \"by", "\"by"), ("Mo \"a\" \"b\"", "\"b\""),
        ("Mo \"a\" off", "off"), ("Mo off off", "off"), ("12345", "12345"), ("é", "é"),
        ("Mo\u{A0}é\u{A0}; Tu", "é"),
        ("Mo-Fr 08:00-12:00 PH off", "PH off"), ("PH -1 week off", "week off"),
        ("Mo\u{0}", "\\u{0}"), ("Mo\u{1B}[31m", "\\u{1b}[31m"),
    ])
    func `what is wrong or ambiguous is not understood`(_ text: String, _ part: String) {
        #expect(complaint(about: text) == "'\(part)' is not understood")
    }

    @Test(arguments: ["", " ", " \t ", "\u{A0}", "\n"])
    func `an empty text says nothing`(_ text: String) {
        #expect(complaint(about: text) == "an empty text is not understood")
    }

    @Test func `a text may be long, but not very long`() {
        let comment = "\"\(String(repeating: "x", count: 998))\""
        #expect(complaint(about: comment) == nil)
        #expect(
            complaint(about: comment + " ")
                == "a text of 1001 bytes is not understood: use at most 1000")
        #expect(
            complaint(about: String(repeating: "Mo;", count: 400_000))
                == "a text of 1200000 bytes is not understood: use at most 1000")
    }

    @Test func `it may have a hundred rules`() {
        let rules = String(repeating: "Mo;", count: 100)
        #expect(complaint(about: rules) == nil)
        #expect(
            complaint(about: rules + "Tu")
                == "a text of so many rules is not understood: use at most 100")
    }

    @Test func `whatever is cut out of a text, the rest is answered or refused`() throws {
        let text = Array(
            "2026 Nov 1-Mar 3: Mo-Fr,Su[1,-1] 08:00-12:00,22:00-26:00+ open \"x\" || week 1-9/2 PH"
                .unicodeScalars)
        let moment = try #require(LocalMoment("2026-01-07 12:00"))
        var answered = 0
        for start in text.indices {
            for end in start...text.count {
                var rest = String.UnicodeScalarView()
                rest.append(contentsOf: text[..<start])
                rest.append(contentsOf: text[end...])
                // Either is fine, as long as it ends.
                guard let hours = try? OpeningHours(String(rest)) else { continue }
                let next = hours.nextChange(after: moment, within: 1)
                #expect(next.map { $0 > moment } ?? true, "\(rest)")
                answered += next == nil ? 0 : 1
            }
        }
        #expect(answered > 20)
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (String(repeating: "00:00-00:01,", count: 82) + "23:00-24:00", true),
            (String(repeating: "Mo[1],", count: 150) + "Mo", true),
            (String(repeating: "Mo||", count: 99) + "Tu", true),
            (String(repeating: "Mo off;", count: 100), true),
            (String(repeating: "[", count: 1000), false),
            (String(repeating: ",", count: 1000), false),
            (String(repeating: "PH ", count: 300), false),
            (String(repeating: "\"", count: 999), false),
            (String(repeating: "9", count: 1000), false),
        ])
    func `the worst texts take no time`(_ text: String, isUnderstood: Bool) throws {
        let hours = try? OpeningHours(text)
        #expect((hours != nil) == isUnderstood)
        let moment = try #require(LocalMoment("2026-01-04 12:00"))
        #expect((hours?.nextChange(after: moment) != nil) == isUnderstood)
    }

    private func complaint(about text: String) -> String? {
        do {
            _ = try OpeningHours(text)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
