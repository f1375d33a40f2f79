import ArgumentParser

@main
struct GeofencedGateway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "geofenced-gateway")
}
