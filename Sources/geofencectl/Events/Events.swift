import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

struct Events<Kind: GroupKind>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "events",
            abstract: "Lists, adds and changes what the \(Kind.word) has planned.",
            discussion: """
                An event that has a position is told on arrival there, from an hour before to its \
                end. Calendars of phones read it: geofencectl \(Kind.word) calendar.

                EXAMPLES:
                  geofencectl \(Kind.word) events add Dentist --from 'friday 9:00' --until 9:30
                  geofencectl \(Kind.word) events list
                """,
            subcommands: [
                ListEvents<Kind>.self, AddEvent<Kind>.self, EditEvent<Kind>.self,
                RemoveItems<Event<Kind>>.self,
            ])
    }
}

struct ListEvents<Kind: GroupKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "Lists what is planned, in the order in which it starts.",
            discussion: """
                EXAMPLES:
                  geofencectl \(Kind.word) events list --until +7d
                """)
    }

    @Option(
        help: ArgumentHelp("Without what is over then. (default: now)", valueName: "time"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(
        help: ArgumentHelp("Without what starts then or later.", valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @OptionGroup var options: ListOptions<Kind>

    func run() async throws {
        let now = Timestamp.now
        let start = from?.past(at: now) ?? now
        var query = [(name: "from", value: start.description)]
        if let until { query.append(("until", until.time(at: now, after: start).description)) }
        let list = try await options.membership().list("events", query)
        try list.tell(
            Event<Kind>.self, json: options.json,
            none: "nothing is planned: geofencectl \(Kind.word) events add"
        ) { events in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "from", importance: .high), .init(title: "until"),
                .init(title: "what", look: .bold), .init(title: "where"),
                .init(title: "with", importance: .low))
            for event in events {
                table.add(
                    "\(event.id)", event.begins(at: now), event.ends(at: now), event.what,
                    event.place?.words, event.people.map(\.text).joined(separator: ", "))
            }
            return table.lines(.standardOutput)
        }
    }
}

/// Options: the fields of an event to add or to change.
struct EventFields<Kind: GroupKind>: ParsableArguments {
    @Option(
        help: ArgumentHelp("When it begins, \(CommandTime.forms).", valueName: "time"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(
        help: ArgumentHelp(
            "When it ends; a time of day is the first after it begins.", valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether it is of whole days: --from is the first, --until the last.")
    var allDay: Bool?

    @Option(help: ArgumentHelp("Where, as people say it.", valueName: "text"))
    var `where`: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is, as in 52.3731,4.8926.", valueName: "lat,lon"),
        transform: point)
    var at: Coordinate?

    @Option(
        help: ArgumentHelp("A place's id, which says where it is.", valueName: "id"),
        completion: Completion.place)
    var place: String?

    @Option(
        help: ArgumentHelp(
            "A site, by number or name, which says where it is.", valueName: "site",
            visibility: Kind.kind == .organisation ? .default : .private))
    var site: String?

    @Option(
        help: ArgumentHelp("How near to be told of it. (default: 100)", valueName: "metres"))
    var radius: Double?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp("A member who takes part; may be repeated.", valueName: "person"),
        completion: Completion.person)
    var people: [String] = []

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var note: String?

    func validate() throws {
        guard [at != nil, place != nil, site != nil].filter(\.self).count < 2 else {
            throw ValidationError("--at, --place, --site: say the same: choose one")
        }
    }

    /// `event`: which is to be changed; what is not said of it is left out.
    func draft(
        _ membership: Membership, of event: Event<Kind>? = nil
    ) async throws -> [String: AnyJSON] {
        var draft: [String: AnyJSON] = [:]
        if event == nil || from != nil || until != nil || allDay != nil {
            draft = try times(of: event, at: .now)
        }
        draft["where"] = try await spot(membership)
        if !people.isEmpty {
            draft["people"] = .array(try await membership.members(people).map { .string($0) })
        }
        draft["note"] = note.map { .string($0) }
        return draft
    }

    /// What does not say when it ends takes as long as it did, or else an hour or a day.
    private func times(
        of event: Event<Kind>?, at now: Timestamp
    ) throws -> [String: AnyJSON] {
        let old = event.flatMap { $0.times(at: now) }
        let isAllDay = allDay ?? event?.isAllDay ?? false
        let length = old.map { $0.upperBound - $0.lowerBound } ?? (isAllDay ? 0 : 3600)
        let begin = from?.time(at: now) ?? old?.lowerBound ?? now
        let end = until?.time(at: now, after: begin) ?? begin + length
        guard isAllDay ? begin <= end : begin < end else {
            throw Refusal(
                .invalid, "--until",
                "\(end.localWords(seenFrom: now)) is not after \(begin.localWords(seenFrom: now)), "
                    + "when it begins")
        }
        // A day may have 23 hours: then its midnight is an hour early.
        let early = 7200.0
        func text(_ time: Timestamp, within day: Timestamp) -> AnyJSON {
            .string(isAllDay ? LocalClock(day)?.day ?? "\(time)" : "\(time)")
        }
        // Until a day is until it is over.
        let last = until == nil ? end + early : max(begin + early, end + -1)
        var draft: [String: AnyJSON] = [
            "start": text(begin, within: begin + early), "end": text(end, within: last),
            "all_day": .bool(isAllDay),
        ]
        draft["zone"] = LocalZone.name.map { .string($0) }
        return draft
    }

    /// `nil`: nothing was said of it.
    private func spot(_ membership: Membership) async throws -> AnyJSON? {
        var spot: [String: AnyJSON] = [:]
        spot["text"] = self.where.map { .string($0) }
        spot["lat"] = at.map { .number($0.latitude) }
        spot["lon"] = at.map { .number($0.longitude) }
        spot["place"] = place.map { .string($0) }
        spot["radius"] = radius.map { .number($0) }
        if let site { spot["site"] = .integer(try await membership.site(site)) }
        return spot.isEmpty ? nil : .object(spot)
    }
}

struct AddEvent<Kind: GroupKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add", abstract: "Plans something.",
            discussion: """
                Without --until, it takes an hour, or all of the day. Times are those of this \
                machine's time zone (TZ).

                EXAMPLES:
                  geofencectl \(Kind.word) events add Dentist --from 'friday 9:00' --with anna
                  geofencectl \(Kind.word) events add Fair --from 2026-12-24 --until 2026-12-26 \\
                    --all-day --where 'Dam square' --at 52.3731,4.8926
                """)
    }

    @Argument(help: "What it is.")
    var what: String

    @OptionGroup var fields: EventFields<Kind>

    @OptionGroup var options: ItemOptions<Kind>

    func validate() throws {
        guard fields.from != nil else {
            throw ValidationError("--from: is missing: say when it begins")
        }
    }

    func run() async throws {
        let membership = try await options.membership()
        var draft = try await fields.draft(membership)
        draft["what"] = .string(what)
        let answer = try await membership.send(.post, "events", draft)
        try answer.tell("added", json: options.json) { (item: Event<Kind>) in
            item.sentence(at: .now)
        }
    }
}

struct EditEvent<Kind: GroupKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit", abstract: "Changes what is said of an event, and leaves the rest.",
            discussion: """
                EXAMPLES:
                  geofencectl \(Kind.word) events edit dentist --from 'friday 10:00' --until 10:30
                  geofencectl \(Kind.word) events edit 3 --without where
                """)
    }

    @Argument(help: "Its number, as it is listed, or what it is.")
    var event: String

    @Option(help: ArgumentHelp("What it is.", valueName: "text"))
    var what: String?

    @OptionGroup var fields: EventFields<Kind>

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @OptionGroup var options: ItemOptions<Kind>

    enum Field: String, ExpressibleByArgument, CaseIterable { case `where`, with, note }

    func run() async throws {
        let membership = try await options.membership()
        let event = try await Event<Kind>.find(event, membership)
        var draft = try await fields.draft(membership, of: event)
        draft["what"] = what.map { .string($0) }
        for field in without {
            switch field {
            case .where: draft["where"] = .null
            case .with: draft["people"] = .array([])
            case .note: draft["note"] = .string("")
            }
        }
        try draft.requireChange()
        let answer = try await membership.send(.patch, event.path, draft, about: event.called)
        try answer.tell("changed", json: options.json) { (item: Event<Kind>) in
            item.sentence(at: .now)
        }
    }
}
