/// What a replay prints: all its notices, a line of JSON each.
func replayed(_ trace: String, regions: String, _ options: String...) async throws -> [String] {
    try await run(
        .geofencectl,
        ["replay", trace, "--regions", regions, "--output", "ndjson"]
            + ["--transitions", "enter,exit,dwell"] + options
    ).lines
}

/// What is the same however a trace was read: what happened where, and when.
func outline(_ lines: [String]) -> [String] {
    lines.filter { $0.has(#""specversion""#) }.map { line in
        [#""type":""#, #""subject":""#, #""time":""#].map { line.between($0, "\"") ?? "?" }
            .joined(separator: " ")
    }
}

/// What is the same in another log: all but the id and the time of writing.
func bare(_ line: String) -> String {
    [
        line.between(#""sequence":""#, "\"") ?? "no number",
        line.between(#""type":""#, "\"") ?? "no type",
        line.between(#""time":""#, "\"") ?? "no time",
        line.between(#""data":"#, "\n") ?? "no data",
    ].joined(separator: " ")
}
