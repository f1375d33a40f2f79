import Testing

@testable import Formats

@Suite struct OpeningHoursRuleTests {
    /// Of Wednesday.
    @Test(arguments: [
        // A later rule takes the place of earlier ones, for its days.
        ("08:00-18:00; We 10:00-12:00", "··········██············"),
        ("08:00-18:00; Th 10:00-12:00", "········██████████······"),
        ("09:00-12:00; 14:00-19:00", "··············█████·····"),
        ("08:00-18:00; We off", "························"),
        ("08:00-18:00; We closed \"rest\"", "························"),
        ("We off; 08:00-18:00", "········██████████······"),
        ("08:00-18:00; We 12:00-14:00 off", "········████··████······"),
        ("08:00-18:00;", "········██████████······"),
        ("24/7; We off", "························"),
        // After a comma, they stand together.
        ("Mo-Fr 09:00-13:00, Mo-Sa 15:00-19:00", "·········████··████·····"),
        ("Mo-Fr 09:00-13:00, We 12:00-15:00 unknown", "·········███???·········"),
        ("Mo-Fr 09:00-13:00, We off", "························"),
        // After two bars, they fill what is left.
        ("We 08:00-12:00 || 10:00-14:00", "········██████··········"),
        ("We 08:00-12:00 || \"by appointment\"", "????????████????????????"),
        ("We off || 10:00-14:00 || unknown", "??????????████??????????"),
        ("10:00-14:00; We off || We 16:00-18:00", "················██······"),
    ])
    func `rules are joined`(_ text: String, _ drawn: String) throws {
        #expect(try day(text) == drawn)
    }

    /// Of noon, from Monday on.
    @Test(arguments: [
        ("open", "███████"),
        ("off", "·······"),
        ("closed", "·······"),
        ("unknown", "???????"),
        ("\"by appointment\"", "???????"),
        ("\"off; see || website\"", "???????"),
        ("08:00-18:00; Sa,Su \"On request\"", "█████??"),
        ("Mo-Fr 08:00-18:00 \"ring the bell\"", "?????··"),
        ("Mo-Fr 08:00-18:00 open \"ring the bell\"", "█████··"),
        ("Mo-Fr OPEN; Sa Unknown; Su OFF", "█████?·"),
        ("24/7 \"members only\"", "???????"),
    ])
    func `a rule may say what the place is`(_ text: String, _ drawn: String) throws {
        #expect(try week(text) == drawn)
    }

    @Test(arguments: [
        ("PH off", "???????"), ("SH,PH off", "???????"), ("Mo off", "·??????"),
        ("Mo off; Su off", "·?????·"), ("PH 10:00-14:00", "·······"),
    ])
    func `if all rules tell when it is closed, the rest is unknown`(
        _ text: String, _ drawn: String
    ) throws {
        #expect(try week(text) == drawn)
    }

    @Test func `the same rules are equal, however they are written`() throws {
        #expect(try OpeningHours("Mo-Fr 08:00-18:00") == OpeningHours("mo–fr: 8:00 - 18:00;"))
        #expect(try OpeningHours("Mo-Fr 08:00-18:00") != OpeningHours("Mo-Fr 08:00-18:01"))
    }
}
