import APIClient
import ArgumentParser
import Glibc
import Posix

struct ExportPerson: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all that is known of a person into a zip file.",
        discussion: """
            It has what the gateway keeps of the person (person.json) and their favourites, and of \
            each of their phones what was told and where it was. Nobody else may read the file.

            EXAMPLES:
              geofencectl people export anna
              geofencectl people export anna -o /media/stick/anna.zip
            """)

    @OptionGroup var who: ItemArgument<Person>

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. (default: PERSON.zip)", valueName: "file"))
    var output: String?

    @Flag(help: "Print which file was written, as one JSON object.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    private struct Written: Encodable {
        var person: String
        var file: String
        var bytes: Int
    }

    func run() async throws {
        let gateway = try gateway.gateway(timeout: .seconds(120))
        let person = try await who.find(gateway)
        let bytes = try await gateway.send(.get, "\(person.path)/export").body
        let path = output ?? "\(person.id).zip"
        umask(0o077)
        try OutputFile.write(bytes, to: path)
        try StandardOutput.tell(
            Written(person: person.id, file: path, bytes: bytes.count), json: json,
            or: ["wrote all that is known of \(person.called) to \(path.visible)"])
    }
}
