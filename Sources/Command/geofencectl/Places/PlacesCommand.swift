import ArgumentParser

struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Imports, searches and shows places, and adds your own.",
        discussion: """
            EXAMPLES:
              geofencectl places import amsterdam.osm.pbf
              geofencectl places add --name Home --address 'Dam 20, Amsterdam' --favourite
              geofencectl places search pharmacy amsterdam
              geofencectl places show osm/node/123
            """,
        subcommands: [
            PlacesImport.self, PlacesSearch.self, PlacesShow.self, PlacesAdd.self, PlacesList.self,
            PlacesEdit.self, PlacesRemove.self,
        ])
}
