import APIClient
import ArgumentParser
import Geofencing
import Posix

struct People: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and removes the people of the gateway, and lets them in.",
        discussion: """
            The gateway is a program of its own: apt install geofenced-gateway.

            EXAMPLES:
              geofencectl people add Anna
              geofencectl people list
              geofencectl people link anna
            """,
        subcommands: [
            ListItems<Person>.self, AddPerson.self, EditPerson.self, RemovePeople.self,
            LinkPerson.self,
            Entrances<Session>.self, Entrances<OpenLink>.self, SignupRequests.self,
            ExportPerson.self,
        ])
}

extension Person {
    static let none = "no people yet: geofencectl page makes you the first"

    static func table(_ people: [Person]) -> Table {
        var table = Table(
            .init(title: "id", look: .bold, importance: .highest), .init(title: "name"),
            .init(title: "is", importance: .usual), .init(title: "user here", importance: .low),
            .init(title: "added", importance: .low))
        for person in people {
            table.add(
                person.id, person.name, person.isAdmin ? "admin" : nil, person.account,
                person.added.localDay(seenFrom: .now))
        }
        return table
    }
}
