import Posix
import TestSupport

@testable import Community

extension Community {
    /// In `folder`, by the clocks of the test.
    static func open(
        in folder: TemporaryFolder, _ time: TestTime, boot: String = "first"
    ) throws -> Community {
        try Community(
            in: folder.path, boot: boot, patience: .zero, now: { time.now },
            uptime: { time.uptime })
    }

    /// Somebody new, who is no admin unless it is said.
    @discardableResult
    func add(_ name: String, isAdmin: Bool = false) throws -> PersonID {
        try addPerson(name: name, isAdmin: isAdmin, by: .machine).person.id
    }

    /// Signs somebody in.
    func signIn(_ person: PersonID, device: String? = nil) throws -> Joined.SignedIn {
        let link = try addLink(for: person, by: .machine)
        guard let session = try join(link.secret, device: device).session else {
            throw CommunityError.notFound
        }
        return session
    }

    /// Makes somebody who is there a member.
    func take(_ person: PersonID, into household: GroupID) throws {
        let link = try invite(to: household, by: .machine)
        _ = try join(link.secret, as: person)
    }
}

/// A street with one household and one organisation.
struct Street: Sendable {
    private(set) var folder = TemporaryFolder()
    private(set) var time = TestTime()
    private(set) var community: Community
    /// An admin of this machine, in no group.
    let anna: PersonID
    /// The admin of the household `home`, with a phone, `ben-phone`, that it sees.
    let ben: PersonID
    /// A member of it.
    let carl: PersonID
    /// Asked by `home`, and asks `acme`.
    let dora: PersonID
    /// Was a member of `home`, and of `acme`.
    let erik: PersonID
    /// Admin of the organisation `acme`.
    let fay: PersonID
    /// A member of it.
    let gus: PersonID
    /// Was removed.
    let hal: PersonID
    let home: GroupID
    let acme: GroupID
    let site: Int64
    let place: Int64

    /// Made once, because that takes many writes to the disk.
    private static let template = Task { try await Street(template: ()) }

    init() async throws {
        let template = try await Self.template.value
        self = template
        (folder, time) = (TemporaryFolder(), TestTime())
        let name = GatewayDatabase.fileName
        try folder.write(
            name, try InputFile.contents(of: template.folder.file(name), limit: 1 << 26))
        community = try .open(in: folder, time)
    }

    private init(template: ()) async throws {
        community = try .open(in: folder, time)
        anna = try await community.add("Anna", isAdmin: true)
        ben = try await community.add("Ben")
        carl = try await community.add("Carl")
        dora = try await community.add("Dora")
        erik = try await community.add("Erik")
        fay = try await community.add("Fay")
        gus = try await community.add("Gus")
        hal = try await community.add("Hal")
        home = try await community.addGroup(.household, name: "Home", by: .person(ben)).id
        acme = try await community.addGroup(.organisation, name: "Acme", by: .person(fay)).id
        for person in [carl, erik] { try await community.take(person, into: home) }
        place = try await community.addPlace(
            of: home, name: "School", area: .somewhere, by: .person(carl)
        ).id
        site = try await community.addSite(
            of: acme, name: "Harbour", area: .somewhere, by: .person(fay)
        ).id
        for person in [gus, erik, dora] {
            try await community.askToJoin(acme, site: site, by: .person(person))
        }
        for request in try await community.requests(by: .person(fay)) where request.person != dora {
            try await community.acceptRequest(request.id, by: .person(fay))
        }
        _ = try await community.addPhone(
            device: "ben-phone", name: "Ben's phone", owner: ben, by: .person(ben))
        try await community.share("ben-phone", with: home, level: .position, by: .person(ben))
        try await community.ask("Dora", toJoin: home, by: .person(ben))
        try await community.removeMember(erik, of: home, by: .person(erik))
        try await community.removeMember(erik, of: acme, by: .person(fay))
        // This also moves all into the file.
        _ = try await community.removePerson(hal, by: .machine)
    }
}

extension Area {
    static let somewhere = Area(latitude: 52.37, longitude: 4.89, radius: 50)
}
