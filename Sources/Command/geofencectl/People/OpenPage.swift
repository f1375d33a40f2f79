import APIClient
import ArgumentParser
import Geofencing
import Glibc
import Posix
import Subprocess

struct OpenPage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Opens the gateway's page in the browser, signed in as you.",
        discussion: """
            Whoever asks first becomes the page's admin. Without a screen, and with --print, the \
            link is printed: it is good once, for 24 hours, and on this machine alone. On another \
            device, sign in by geofencectl people link.

            EXAMPLES:
              geofencectl page
              geofencectl page --print
            """)

    @Flag(help: "Print the link instead of opening the browser.")
    var print = false

    @Flag(help: "Print the link as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let answer = try await gateway.gateway().answer(
            .post, "/api/page", ["user": .string(GatewayOptions.account)])
        let url = try answer.decoded(as: SignInLink.self).url
        if !json, !print, try await Browser.open(url) {
            return try StandardOutput.tell(
                answer, json: false,
                or: ["the page opens in the browser; if it does not: geofencectl page --print"])
        }
        try SignInLink.tell(
            purpose: "is signed in as \(GatewayOptions.account.visible)", answer, link: answer,
            json: json)
    }
}

/// The browser of the desktop that this runs on.
private enum Browser {
    /// Returns `false` if there is no desktop, or nothing on it that opens pages.
    static func open(_ url: String) async throws -> Bool {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable(named:))
        guard displays.contains(where: { !$0.isEmpty }),
            let folder = variable(named: "XDG_RUNTIME_DIR"), !folder.isEmpty
        else { return false }
        let path = "\(folder)/geofenced-page.html"
        try write(url, to: path)
        let result = try await Subprocess.run(
            .name("sh"), arguments: ["-c", Self.inBackground, path], input: .none,
            output: .discarded, error: .discarded)
        return result.terminationStatus.isSuccess
    }

    /// Some browsers end only when they are closed.
    private static let inBackground =
        #"command -v xdg-open && { setsid xdg-open "$0" <&- & }"#

    /// A file that leads to `url`: the arguments of a program are no secret of its user.
    private static func write(_ url: String, to path: String) throws {
        let page = """
            <!doctype html><meta charset="utf-8"><title>geofenced</title>
            <meta http-equiv="refresh" content="0; url=\(url.markup)">
            <a href="\(url.markup)">geofenced</a>

            """
        umask(0o077)
        try OutputFile.write(Array(page.utf8), to: path)
    }
}
