import APIClient
import ArgumentParser
import Geofencing
import Posix

struct CalendarLink<Kind: GroupKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "calendar",
            abstract: "Makes the secret link by which a calendar reads the \(Kind.word)'s events.",
            discussion: """
                It is the person's own, and ends with their membership. Without options, it says \
                whether there is one; the link itself is shown only when it is made.

                EXAMPLES:
                  geofencectl \(Kind.word) calendar --new
                  geofencectl \(Kind.word) calendar --end
                """)
    }

    @Flag(help: "Make a link; the one before is worth nothing then.")
    var new = false

    @Flag(help: "End the link.")
    var end = false

    @Flag(help: "Print one JSON object, as the API has it.")
    var json = false

    @OptionGroup var options: MembershipOptions<Kind>

    func validate() throws {
        guard !new || !end else {
            throw ValidationError("--new: cannot be used with --end: choose one")
        }
    }

    func run() async throws {
        let membership = try await options.membership()
        if end {
            _ = try await membership.send(.delete, "calendar")
            var output = StandardOutput()
            try output.write(
                removed: membership.group.id, json: json, "the link to \(membership.group.called)")
            return try output.flush()
        }
        let answer = try await membership.send(new ? .post : .get, "calendar")
        try answer.tell(json: json) {
            if new {
                return """
                    \((answer["url"]?.string ?? "").visible)
                    \((answer["webcal"]?.string ?? "").visible)
                    """
            }
            let made = try answer.decoded(as: Made.self).made
            return made.map { "there is a link since \($0.localDay(seenFrom: .now))" }
                ?? "there is no link: geofencectl \(Kind.word) calendar --new"
        }
    }

    private struct Made: Decodable {
        var made: Timestamp?
    }
}
