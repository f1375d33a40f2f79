/// Reads an `opening_hours` text, rule by rule.
struct OpeningHoursParser {
    private let bytes: [UInt8]
    private let tokens: [OpeningHoursToken]
    /// Of the next token.
    private var index = 0

    init(_ text: String) throws(OpeningHoursError) {
        let bytes = Array(text.utf8)
        var source = OpeningHoursTokens(bytes)
        var tokens: [OpeningHoursToken] = []
        while let token = source.next() { tokens.append(token) }
        if let start = source.remainder { throw Self.notUnderstood(bytes, from: start) }
        guard !tokens.isEmpty else { throw .empty }
        self.bytes = bytes
        self.tokens = tokens
    }

    /// The groups of rules: at least one, each with at least one rule.
    mutating func groups() throws(OpeningHoursError) -> [RuleGroup] {
        var groups = [RuleGroup(rules: [try rule(isAdditional: false)])]
        var count = 1
        while let separator = peek {
            index += 1
            // A semicolon at the end is common.
            if separator == .sign(";"), peek == nil { break }
            count += 1
            guard count <= OpeningHours.mostRules else { throw .tooManyRules }
            switch separator {
            case .sign(";"): groups[groups.count - 1].rules.append(try rule(isAdditional: false))
            case .sign(","): groups[groups.count - 1].rules.append(try additionalRule())
            case .fallback: groups.append(RuleGroup(rules: [try rule(isAdditional: false)]))
            default:
                index -= 1
                throw notUnderstood
            }
        }
        return groups
    }

    private mutating func additionalRule() throws(OpeningHoursError) -> OpeningRule {
        // `Mo-Fr 08:00-12:00 open, 14:00-18:00`: on the same days, or on all?
        if case .time = peek { throw notUnderstood }
        return try rule(isAdditional: true)
    }

    private mutating func rule(isAdditional: Bool) throws(OpeningHoursError) -> OpeningRule {
        let start = index
        var days = DaySelector()
        var times: [TimeSpan] = []
        if !take(.always) {
            days = try daySelector()
            times = try timeSpans()
        }
        let state = state()
        guard index > start else { throw notUnderstood }
        return OpeningRule(days: days, times: times, state: state, isAdditional: isAdditional)
    }

    private mutating func state() -> OpeningHours.State {
        let states: [String: OpeningHours.State] = [
            "open": .open, "closed": .closed, "off": .closed, "unknown": .unknown,
        ]
        let state = takeWord(of: states)
        // A comment alone may say anything: the specification takes it for unknown.
        let hasComment = take(.comment)
        return state ?? (hasComment ? .unknown : .open)
    }
}

/// Steps that the parts of a rule are read by.
extension OpeningHoursParser {
    var peek: OpeningHoursToken.Kind? { peek(0) }

    func peek(_ offset: Int) -> OpeningHoursToken.Kind? {
        index + offset < tokens.count ? tokens[index + offset].kind : nil
    }

    mutating func skip(_ count: Int = 1) {
        index += count
    }

    mutating func take(_ kind: OpeningHoursToken.Kind) -> Bool {
        guard peek == kind else { return false }
        index += 1
        return true
    }

    func word<Meaning>(at offset: Int = 0, of meanings: [String: Meaning]) -> Meaning? {
        guard case .word(let word) = peek(offset) else { return nil }
        return meanings[word]
    }

    mutating func takeWord<Meaning>(of meanings: [String: Meaning]) -> Meaning? {
        guard let meaning = word(of: meanings) else { return nil }
        index += 1
        return meaning
    }

    /// A number of up to two digits, in `range`.
    mutating func number(in range: ClosedRange<Int>) throws(OpeningHoursError) -> Int {
        guard case .number(let number, let digits) = peek, digits <= 2, range.contains(number)
        else { throw notUnderstood }
        index += 1
        return number
    }

    /// The error that says that what comes next may not come here.
    var notUnderstood: OpeningHoursError { notUnderstood(from: index) }

    /// The index of the next token, for a part that may turn out to make no sense only at its end.
    var mark: Int { index }

    func notUnderstood(from mark: Int) -> OpeningHoursError {
        // If the text ends too early, its last token is the unfinished part.
        Self.notUnderstood(bytes, from: tokens[min(mark, tokens.count - 1)].start)
    }

    private static func notUnderstood(_ bytes: [UInt8], from start: Int) -> OpeningHoursError {
        let rest = bytes[start...]
        let part = rest.prefix(1) + rest.dropFirst().prefix { $0 != UInt8(ascii: ";") }
        var text = String(decoding: part, as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return .notUnderstood(text)
    }
}
