import Testing

@testable import geofencectl

@Suite struct TableTests {
    private let plain = Style(isColoured: false)

    @Test func `texts stand at the left, numbers at the right, and no line ends in blanks`() {
        var table = Table(
            .init(title: "id", side: .right), .init(title: "name"), .init(title: "note"))
        table.add("7", "Dam", "open")
        table.add("142", "Kalverstraat", nil)
        #expect(
            table.lines(plain) == [
                " id  name          note",
                "  7  Dam           open",
                "142  Kalverstraat",
            ])
    }

    @Test func `a column in which nothing stands is left out`() {
        var table = Table(.init(title: "a"), .init(title: "b"), .init(title: "c"))
        table.add("1", nil, "3")
        table.add("1", "", "")
        #expect(table.lines(plain) == ["a  c", "1  3", "1"])
    }

    @Test func `wide characters take two columns`() {
        var table = Table(.init(title: "name"), .init(title: "x"))
        table.add("星巴克", "1")
        table.add("🍕 e\u{301}", "2")
        table.add("abcdef", "3")
        #expect(
            table.lines(plain) == ["name    x", "星巴克  1", "🍕 e\u{301}    2", "abcdef  3"])
    }

    @Test(arguments: [
        ("Kalverstraat", "Kalver…"), ("Kalvers", "Kalvers"), ("", ""), ("星巴克咖啡", "星巴克…"),
        ("\u{1B}[2J", "\\u{1b}…"), ("a\nb", "a\\u{a}b"),
    ])
    func `long texts are cut, and none steers the terminal`(text: String, shown: String) {
        var table = Table(.init(title: "t", widest: 7))
        table.add(text)
        let lines = table.lines(Style(isColoured: false, width: 7))
        #expect(lines.dropFirst().first ?? "" == shown)
    }

    @Test(arguments: 1...40)
    func `no line is wider than the terminal, and a number is whole or away`(width: Int) {
        var table = Table(
            .init(title: "id", importance: .highest), .init(title: "name", look: .bold),
            .init(title: "address", importance: .low), .init(title: "metres", side: .right))
        table.add("osm/node/1", "星巴克咖啡 am Dam", "Dam 20, 1012 NP Amsterdam", "12345")
        let lines = table.lines(Style(isColoured: false, width: width))
        #expect(lines.allSatisfy { $0.width <= width })
        #expect(!lines[1].has("…") || !lines[1].has("1234…"))
        #expect(lines[1].hasPrefix("o") || width < 4)
    }

    @Test(arguments: [
        ("e\u{301}", 1), ("\u{301}", 0), ("नी", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("👨‍👩‍👧‍👦", 2), ("🇳🇱", 2), ("❤️", 2), ("ﾊ", 1), ("Ａ", 2), ("שלום", 4),
    ])
    func `a text is as wide as terminals show it`(text: String, width: Int) {
        #expect(text.width == width)
    }

    @Test func `a text of any length is cut`() {
        #expect(String(repeating: "x", count: 1_000_000).cut(toWidth: 4) == "xxx…")
        #expect("x\(String(repeating: "\u{301}", count: 1_000_000))".cut(toWidth: 4).width == 1)
    }

    @Test func `colours are for those who see them`() {
        var table = Table(.init(title: "t", look: .bold))
        table.add("x")
        #expect(
            table.lines(Style(isColoured: true)) == ["\u{1B}[2mt\u{1B}[0m", "\u{1B}[1mx\u{1B}[0m"])
    }
}
