import GatewaySettings
import Glibc
import Posix
import TOML
import TestSupport
import Testing

private func read(
    _ text: String, check: GatewayConfiguration.CertificateCheck = { _, _ in }
) throws(ConfigurationError) -> GatewayConfiguration {
    let document: TOMLDocument
    do {
        document = try TOMLDocument(Array(text.utf8), name: "g.toml")
    } catch {
        throw ConfigurationError([error])
    }
    return try GatewayConfiguration(document, check: check)
}

private func message(_ text: String) -> String? {
    do {
        _ = try read(text)
        return nil
    } catch {
        return error.description
    }
}

struct GatewayConfigurationTests {
    private let folder = TemporaryFolder()

    /// Writes a file that its owner alone may read, and returns its path.
    private func secret(_ name: String, _ text: String = "x\n") throws -> String {
        try folder.write(name, text.utf8)
    }

    @Test func `an empty file is the defaults`() throws {
        let settings = try read("")
        #expect(settings == GatewayConfiguration())
        #expect("\(settings.listen)" == "127.0.0.1:8377")
        #expect(settings.people.signup == .invite)
    }

    @Test func `every key is taken over`() throws {
        let (certificate, key) = (try secret("c"), try secret("k"))
        let token = try secret("t", "tk_abc\n")
        let settings = try read(
            """
            listen = "[::]:443"
            public_url = "https://Home.Example:443/"
            certificate = "\(certificate)"
            key = "\(key)"
            plain_http = false
            state_directory = "/state"
            socket = "/g.sock"
            [daemon]
            control = "/c.sock"
            notifications = "/n.sock"
            [people]
            signup = "approve"
            [page]
            tiles = "http://localhost:8080/{z}/{x}/{y}.png?key=a"
            credit = " © Somebody "
            [[ntfy]]
            url = "https://ntfy.sh"
            [[ntfy]]
            url = "http://127.0.0.1:2586"
            token_file = "\(token)"
            """)
        var expected = GatewayConfiguration()
        expected.listen = try #require(TCPAddress("[::]:443"))
        expected.publicURL = WebOrigin("https://home.example")
        expected.certificate = certificate
        expected.key = key
        expected.stateDirectory = "/state"
        expected.socket = "/g.sock"
        expected.daemon.control = "/c.sock"
        expected.daemon.notifications = "/n.sock"
        expected.people.signup = .approve
        expected.page.tiles = TileURL("http://localhost:8080/{z}/{x}/{y}.png?key=a")
        expected.page.credit = "© Somebody"
        expected.ntfy = [
            .init(url: try #require(WebOrigin("https://ntfy.sh"))),
            .init(url: try #require(WebOrigin("http://127.0.0.1:2586")), tokenFile: token),
        ]
        #expect(settings == expected)
        #expect(
            GatewayConfiguration().keysThatNeedRestart(in: expected).map(\.rawValue) == [
                "listen", "public_url", "certificate", "state_directory", "socket",
                "daemon.control", "daemon.notifications", "people.signup", "page.tiles",
                "page.credit", "ntfy",
            ])
    }

    static let address =
        #"use an address and a port, as in "127.0.0.1:8377" or "[::1]:8377""#
    static let url = "use https://HOST or https://HOST:PORT, without a path"
    static let tiles = "use https://HOST/PATH with {z}, {x} and {y} in it"
    static let credit =
        #"use at most 200 characters, as in "© OpenStreetMap contributors""#
    static let tls = "use certificate and key, or plain_http = true behind a proxy that has them"

    @Test(arguments: [
        ("lisen = 'x'", "1: lisen: is unknown: did you mean 'listen'?"),
        ("listen = 8377", "1: listen: 8377 is a number: \(address)"),
        ("listen = ''", "1: listen: '' is not an address: \(address)"),
        ("listen = ':8377'", "1: listen: ':8377' is not an address: \(address)"),
        ("listen = '8377'", "1: listen: '8377' is not an address: \(address)"),
        ("listen = '127.0.0.1'", "1: listen: '127.0.0.1' is not an address: \(address)"),
        ("listen = '127.0.0.1:0'", "1: listen: '127.0.0.1:0' is not an address: \(address)"),
        (
            "listen = '127.0.0.1:65536'",
            "1: listen: '127.0.0.1:65536' is not an address: \(address)"
        ),
        ("listen = '127.0.0.1:+1'", "1: listen: '127.0.0.1:+1' is not an address: \(address)"),
        ("listen = '127.1:80'", "1: listen: '127.1:80' is not an address: \(address)"),
        ("listen = '::1:80'", "1: listen: '::1:80' is not an address: \(address)"),
        ("listen = '[127.0.0.1]:80'", "1: listen: '[127.0.0.1]:80' is not an address: \(address)"),
        ("listen = 'localhost:80'", "1: listen: 'localhost:80' is not an address: \(address)"),
        ("listen = '*:80'", "1: listen: '*:80' is not an address: \(address)"),
        (
            "listen = '0.0.0.0:80'",
            "1: listen: 0.0.0.0:80 can be reached from elsewhere: \(tls)"
        ),
        (
            "listen = '[::]:80'",
            "1: listen: [::]:80 can be reached from elsewhere: \(tls)"
        ),
        ("page.tiles = ''", "1: page.tiles: '' is not the address of tiles: \(tiles)"),
        (
            "page.tiles = 'https://t.example/{z}/{x}.png'",
            "1: page.tiles: 'https://t.example/{z}/{x}.png' is not the address of tiles: \(tiles)"
        ),
        (
            "page.tiles = 'https://{s}.t.example/{z}/{x}/{y}'",
            "1: page.tiles: 'https://{s}.t.example/{z}/{x}/{y}' is not the address of tiles: \(tiles)"
        ),
        (
            "page.tiles = 'https://t.example/{z}/{x}/{y}{r}'",
            "1: page.tiles: 'https://t.example/{z}/{x}/{y}{r}' is not the address of tiles: \(tiles)"
        ),
        (
            "page.tiles = 'https://t.example;/{z}/{x}/{y}'",
            "1: page.tiles: 'https://t.example;/{z}/{x}/{y}' is not the address of tiles: \(tiles)"
        ),
        (
            "page.tiles = '/{z}/{x}/{y}'",
            "1: page.tiles: '/{z}/{x}/{y}' is not the address of tiles: \(tiles)"
        ),
        (
            "page.tiles = 'http://t.example/{z}/{x}/{y}'",
            "1: page.tiles: http://t.example/{z}/{x}/{y} can be read on its way: use https, or a server of this machine"
        ),
        ("page.credit = ' '", "1: page.credit: is empty: \(credit)"),
        (
            "page.credit = '\(String(repeating: "©", count: 201))'",
            "1: page.credit: has 201 characters: \(credit)"
        ),
        ("public_url = 3", "1: public_url: 3 is a number: \(url)"),
        ("public_url = 'home'", "1: public_url: 'home' is not a URL of this kind: \(url)"),
        (
            "public_url = 'https://h/p'",
            "1: public_url: 'https://h/p' is not a URL of this kind: \(url)"
        ),
        (
            "public_url = 'https://home.example'",
            "1: public_url: https://home.example needs TLS: \(tls)"
        ),
        ("plain_http = 1", "1: plain_http: 1 is a number: use true or false"),
        (
            "plain_http = 'yes'\nlisten = '0.0.0.0:80'\npublic_url = 'https://h'",
            "1: plain_http: 'yes' is text: use true or false"
        ),
        ("state_directory = ''", "1: state_directory: is empty: use a path"),
        ("socket = \"a\\u0000b\"", "1: socket: has a NUL in it: use a path without"),
        (
            "socket = '/run/geofenced/control.sock'",
            "1: socket: is the path of daemon.control, too: use two paths"
        ),
        (
            "[daemon]\nnotifications = '/run/geofenced/control.sock'",
            "2: daemon.notifications: is the path of daemon.control, too: use two paths"
        ),
        (
            "[daemon]\ncontrol = '/run/geofenced/gateway.sock'",
            "2: daemon.control: is the path of socket, too: use two paths"
        ),
        ("daemon = 1", "1: daemon: 1 is a number: use a table, as in [daemon]"),
        (
            "people.signup = 'open'",
            #"1: people.signup: 'open' is not known: use "invite" or "approve""#
        ),
        ("[ntfy]\nurl = 'https://n'", "1: ntfy: is a table: use a list of tables, as in [[ntfy]]"),
        ("[[ntfy]]", "1: ntfy[1]: has no url: use url = \"https://HOST\""),
        (
            "[[ntfy]]\nurl = 'https://n'\ntoken = 'x'",
            "3: ntfy[1].token: is unknown: use one of url, token_file"
        ),
        (
            "[[ntfy]]\nurl = 'http://n'",
            "2: ntfy[1].url: http://n can be read on its way: use https, or a server of this machine"
        ),
        (
            "[[ntfy]]\nurl = 'https://n'\n[[ntfy]]\nurl = 'https://N:443/'",
            "3: ntfy[2]: is https://n a second time: use it once"
        ),
        (
            "[[ntfy]]\nurl = 'https://n'\ntoken_file = '/nonexistent'",
            "3: ntfy[1].token_file: /nonexistent: cannot be opened: no such file or directory"
        ),
        (
            "certificate = '/nonexistent'\nkey = '/nonexistent/k'",
            """
            1: certificate: /nonexistent: cannot be opened: no such file or directory
            g.toml:2: key: /nonexistent/k: cannot be opened: no such file or directory
            """
        ),
        (
            "certificate = '/'\nkey = ''",
            """
            1: certificate: /: is a directory: name a file in it
            g.toml:2: key: is empty: use a path
            """
        ),
    ])
    func `a bad value names file, line and key`(text: String, expected: String) {
        #expect(message(text) == "g.toml:\(expected)")
    }

    @Test(arguments: [
        "listen = '127.9.9.9:1'", "listen = '[::1]:65535'", "listen = '[::ffff:127.0.0.1]:80'",
        "listen = '0.0.0.0:80'\nplain_http = true",
        "public_url = 'https://home.example'\nplain_http = true",
        "public_url = 'http://home.example:8377'", "public_url = 'http://[fe80::1]:8377/'",
        "[[ntfy]]\nurl = 'http://word.localhost:80'",
    ])
    func `what goes together is taken`(text: String) {
        #expect(message(text) == nil)
    }

    @Test func `a certificate and its key go together, and with neither plain_http nor http`()
        throws
    {
        let (file, key) = (try secret("c"), try secret("k"))
        #expect(
            message("certificate = '\(file)'")
                == "g.toml:1: certificate: has no key: use key as well")
        #expect(
            message("key = '\(key)'")
                == "g.toml:1: key: has no certificate: use certificate as well")
        let both = "certificate = '\(file)'\nkey = '\(key)'\n"
        #expect(message(both + "listen = '0.0.0.0:443'") == nil)
        #expect(
            message(both + "plain_http = true")
                == "g.toml:3: plain_http: is true, and there is a certificate: use one of them")
        #expect(
            message(both + "public_url = 'http://h'")
                == "g.toml:3: public_url: http://h does not go with a certificate: use https")
    }

    @Test func `what is wrong with a certificate is told with its key`() throws {
        let (file, key) = (try secret("c"), try secret("k"))
        #expect {
            try read("certificate = '\(file)'\nkey = '\(key)'") {
                (first, second) throws(CertificateError) in
                throw CertificateError(.key, "\(second) does not open \(first): use its key")
            }
        } throws: {
            "\($0)" == "g.toml:2: key: \(key) does not open \(file): use its key"
        }
    }

    @Test func `a secret that everybody may read is refused`() throws {
        let (certificate, key) = (try secret("c"), try secret("k"))
        chmod(certificate, 0o644)
        chmod(key, 0o644)
        let advice = "others may read it: take that from them with chmod o-rwx"
        #expect(
            message("certificate = '\(certificate)'\nkey = '\(key)'")
                == "g.toml:2: key: \(key): \(advice)")
        #expect(
            message("[[ntfy]]\nurl = 'https://n'\ntoken_file = '\(key)'")
                == "g.toml:3: ntfy[1].token_file: \(key): \(advice)")
        chmod(key, 0o640)
        #expect(message("certificate = '\(certificate)'\nkey = '\(key)'") == nil)
    }

    @Test(arguments: ["", "\n", "a b\n", "a\nb\n", "\u{0}", "é\n"])
    func `a token file without a token is refused`(content: String) throws {
        let token = try secret("t", content)
        #expect(
            message("[[ntfy]]\nurl = 'https://n'\ntoken_file = '\(token)'")
                == "g.toml:3: ntfy[1].token_file: \(token): is not a token: write one there, "
                + "on a line of its own")
    }

    @Test func `all that is wrong is told, in the order of the lines`() {
        #expect(
            message(
                """
                public_url = "home"
                listen = "0.0.0.0:80"
                [people]
                signup = 1
                [[ntfy]]
                [[ntfy]]
                url = "ftp://x"
                """) == """
                    g.toml:1: public_url: 'home' is not a URL of this kind: \(Self.url)
                    g.toml:2: listen: 0.0.0.0:80 can be reached from elsewhere: \(Self.tls)
                    g.toml:4: people.signup: 1 is a number: use "invite" or "approve"
                    g.toml:5: ntfy[1]: has no url: use url = "https://HOST"
                    g.toml:7: ntfy[2].url: 'ftp://x' is not a URL of this kind: \(Self.url)
                    """)
    }

    @Test func `a missing file is one line`() {
        #expect {
            try GatewayConfiguration.load(path: "/nonexistent/g.toml")
        } throws: {
            "\($0)" == "/nonexistent/g.toml: cannot be opened: no such file or directory"
        }
    }
}
