import ArgumentParser

struct HouseholdCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household",
        abstract: "Keeps what a household buys, has, owes and plans.",
        discussion: """
            What is on the list is told at any place where it can be had. Things are called by their \
            number or by their words. Whose household it is, and what is written in whose name, is \
            said by --as.

            EXAMPLES:
              geofencectl household add Milk --amount '2 l'
              geofencectl household list
              geofencectl household bought milk --price 2.50
              geofencectl household balance
            """,
        subcommands: [
            ListItems.self, AddItem.self, EditItem.self, RemoveItems<Item>.self, BuyItem.self,
            UseUp.self, Inventory.self, Bills.self, PayBack.self, ShowBalance.self,
            Events<Households>.self, CalendarLink<Households>.self, AskPerson.self,
            HouseholdRequests.self,
        ])
}
