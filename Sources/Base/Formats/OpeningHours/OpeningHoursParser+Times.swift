extension OpeningHoursParser {
    /// `08:00-12:00,14:00-18:30`; empty if no time comes next.
    mutating func timeSpans() throws(OpeningHoursError) -> [TimeSpan] {
        guard case .time = peek else { return [] }
        var spans = [try timeSpan()]
        // A comma before anything else begins another rule.
        while peek == .sign(","), case .time = peek(1) {
            skip()
            spans.append(try timeSpan())
        }
        return spans
    }

    private mutating func timeSpan() throws(OpeningHoursError) -> TimeSpan {
        let mark = mark
        let start = try time()
        let end = take(.sign("-")) ? try time() : nil
        let isOpenEnded = take(.sign("+"))
        // A place is not open for a moment.
        guard end != nil || isOpenEnded,
            let span = TimeSpan(from: start, to: end, isOpenEnded: isOpenEnded)
        else { throw notUnderstood(from: mark) }
        return span
    }

    private mutating func time() throws(OpeningHoursError) -> Int {
        guard case .time(let minutes) = peek else { throw notUnderstood }
        skip()
        return minutes
    }
}
