import ArgumentParser

struct OrganisationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organisation",
        abstract: "Keeps what an organisation tells its members, offers, reviews and plans.",
        discussion: """
            Its admins write; members read. Whose organisation it is, and what is written in whose \
            name, is said by --as.

            EXAMPLES:
              geofencectl organisation bulletins add 'New ovens' --site Dam --picture ovens.jpg
              geofencectl organisation due
            """,
        subcommands: [
            Bulletins.self, OrganisationDeals.self, Forms.self, Reviews.self, ListDue.self,
            Events<Organisations>.self, CalendarLink<Organisations>.self, AskToJoin.self,
            OrganisationRequests.self,
        ],
        aliases: ["organization"])
}
