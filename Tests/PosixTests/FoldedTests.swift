import Posix
import Testing

@Suite struct FoldedTests {
    private static let agreeing: [[String]] = [
        ["7-Eleven", "7 eleven", "7‑ELEVEN", "7Eleven", "７－Ｅｌｅｖｅｎ", " 7\u{A0}eleven\n"],
        ["McDonald's", "mcdonalds", "McDonald’s", "Mc Donald´s", "MCDONALD`S", "McDonaldʼs"],
        ["Café", "cafe", "CAFÉ", "Cafe\u{301}", "CAFE\u{301}", "ｃａｆé"],
        ["Albert Heijn", "albert  heijn", "ALBERT-HEIJN", "Albert\u{200B}Heijn", "Albert Heĳn"],
        ["Großmarkt", "GROSSMARKT", "grossmarkt", "GROẞMARKT"],
        ["Müller", "Mu\u{308}ller", "MULLER"],
        ["Øl & Brød", "ol&brod", "Øl ＆ Brød"],
        ["Łódź", "lodz", "Ło\u{301}dz\u{301}"],
        ["Phở Việt", "pho viet", "Pho\u{31B}\u{309} Vie\u{323}\u{302}t", "PHỞ VIỆT"],
        ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul"],
        ["Œuvre æsthetic ﬁne ﬃ ﬅ", "oeuvre aesthetic fine ffi st"],
        ["Þór Ðan ŉ ŏ ǽ ǆ ɓ ⱥ", "thordannoaedzba"],
        ["Καφέ Άλφα", "ΚΑΦΕ ΑΛΦΑ", "καφε αλφα", "Καφε\u{301} Α\u{301}λφα", "Καφὲ Ἄλφα"],
        ["Μασούτης", "ΜΑΣΟΥΤΗΣ", "μασουτησ"],
        ["Пятёрочка", "ПЯТЕРОЧКА", "пяте\u{308}рочка"],
        ["Чайка", "чаика", "ЧАИ\u{306}КА"],
        ["Аврора Ї", "аврора і", "аврора і\u{308}"],
        ["セブン-イレブン", "セブンイレブン", "セブン・イレブン", "ｾﾌﾞﾝ-ｲﾚﾌﾞﾝ", "セフ\u{3099}ン－イレフ\u{3099}ン"],
        ["ローソン", "ﾛｰｿﾝ"],
        ["スーパー", "ｽｰﾊﾟｰ", "スーハ\u{309A}ー"],
        [
            "스타벅스", "스타 벅스",
            "\u{1109}\u{1173}\u{1110}\u{1161}\u{1107}\u{1165}\u{11A8}\u{1109}\u{1173}",
        ],
        ["غذاهای آماده", "غذاهاي اماده", "غذاها\u{64A} ا\u{653}ماده", "غـذاهای‌آماده"],
        ["قَهْوَة", "قهوه"],
        ["שָׁלוֹם", "שלום"],
        ["Route ６６", "route 66", "Route ٦٦", "Route ⑥⁶"],
        ["Ⅷ", "ⅷ"],
        ["AT&T", "at & t", "At＆T"],
        ["☕ Coffee™ 🍩", "coffee"],
        ["☕\u{FE0F} Cafe\u{301}", "cafe"],
        ["!!!", "!!!"],
        ["", ""],
    ]

    @Test(arguments: agreeing)
    func `spellings of one name agree`(spellings: [String]) throws {
        let first = try #require(spellings.first).folded
        for spelling in spellings {
            // Strings are equal as well where their bytes differ, but a database compares bytes.
            #expect(Array(spelling.folded.utf8) == Array(first.utf8), "\(spelling)")
        }
    }

    @Test(arguments: [
        ("C&A", "CA"), ("Canal+", "Canal"), ("Aldi", "Lidl"), ("7-Eleven", "Eleven"),
        ("カフェ", "ガフェ"), ("ハハ", "パパ"), ("びょういん", "ひょういん"), ("すし", "スシ"),
        ("กา", "กี"), ("की", "का"), ("강", "가"), ("星巴克", "星巴"), ("ローソン", "ロソン"),
        ("!!!", "???"), ("☕", "🍩"), ("!!!", ""), ("Müller", "Mueller"), ("B&Q", "B and Q"),
    ])
    func `different names stay apart`(one: String, other: String) {
        #expect(one.folded != other.folded)
    }

    @Test(arguments: [
        ("McDonald's", "mcdonalds"), ("H&M", "h&m"), ("Canal+", "canal+"),
        ("Straße 12b", "strasse12b"),
        ("星巴克咖啡", "星巴克咖啡"), ("ﾄﾞﾄｰﾙ", "ドトール"), ("!!! ÄÖ", "ao"), ("¿¡!?", "¿¡!?"), ("Ⓐ", "ⓐ"),
        ("กาแฟ", "กาแฟ"),
    ])
    func `a folded name is letters and digits, in lower case`(name: String, folded: String) {
        #expect(name.folded == folded)
    }

    /// Of the first two planes; the others have ideographs and symbols.
    private static let characters = (0...0x1FFFF as ClosedRange<UInt32>)
        .compactMap(Unicode.Scalar.init)

    @Test func `what is folded stays as it is`() {
        for scalar in Self.characters {
            let folded = String(scalar).folded
            #expect(Array(folded.folded.utf8) == Array(folded.utf8), "U+\(scalar.hex)")
        }
    }

    @Test func `the case of a letter does not matter`() {
        // Greek has symbols and a subscript iota that their capitals take for letters.
        for scalar in Self.characters.prefix(0x530) where !"ͅϐϑϕϖϰϱϵ".contains(scalar) {
            let folded = String(scalar).folded
            #expect(scalar.properties.uppercaseMapping.folded == folded, "U+\(scalar.hex)")
            #expect(scalar.properties.lowercaseMapping.folded == folded, "U+\(scalar.hex)")
        }
    }

    @Test func `accents are taken off, however many there are`() {
        #expect(("Z" + String(repeating: "\u{30D}", count: 10_000) + "algo").folded == "zalgo")
        #expect(String(repeating: "\u{30D}", count: 3).folded == "\u{30D}\u{30D}\u{30D}")
        #expect(String(decoding: [0x43, 0xFF, 0xC3, 0x41], as: UTF8.self).folded == "ca")
    }
}

extension String {
    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}

extension Unicode.Scalar {
    fileprivate var hex: String { String(value, radix: 16, uppercase: true) }
}
