// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: warnings are errors, and an async function runs where its caller runs.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package)
}

let arguments = product("ArgumentParser", of: "swift-argument-parser")
let http = product("HTTPTypes", of: "swift-http-types")
let http1 = product("NIOHTTP1", of: "swift-nio")
let hummingbird = product("Hummingbird", of: "hummingbird")
let logging = product("Logging", of: "swift-log")
let nio = product("NIOCore", of: "swift-nio")
let services = product("ServiceLifecycle", of: "swift-service-lifecycle")
let sockets = product("NIOPosix", of: "swift-nio")
let subprocess = product("Subprocess", of: "swift-subprocess")
let systemPackage = product("SystemPackage", of: "swift-system")
let tls = product("NIOSSL", of: "swift-nio-ssl")

/// The folder `path`: each target is in it, in a folder of its own name.
func shelf(_ path: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(path)/\(target.name)"
        target.swiftSettings = strict
    }
    return targets
}

/// What has a row in the table of docs/design.md, which says what it may import.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], with files: [Resource] = []
) -> Target {
    .target(name: name, dependencies: dependencies, resources: files)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], with files: [Resource] = []
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, resources: files)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], without files: [String] = []
) -> Target {
    .testTarget(name: name, dependencies: ["Posix", "TestSupport"] + dependencies, exclude: files)
}

/// A C or C++ library with a small C interface to it; `libraries`: what is linked.
func interface(_ name: String, to libraries: [String] = []) -> Target {
    .target(
        name: name, path: "Libraries/\(name)", linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The headers of a library of Debian's.
func library(_ name: String, _ package: String? = nil, from debian: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Libraries/\(name)", pkgConfig: package,
        providers: debian.map { [.apt([$0])] })
}

let libraries = [
    interface("CBacktrace"),
    interface("CCurl", to: ["curl"]),
    interface("CJSON", to: ["simdjson"]),
    interface("CSQLite", to: ["sqlite3"]),
    interface("CTOML"),
    interface("CTasks"),
    library("CExpat", "expat", from: "libexpat1-dev"),
    library("CGPS", "libgps", from: "libgps-dev"),
    library("CMalloc"),
    library("CPQ", "libpq", from: "libpq-dev"),
    library("CQREncode", "libqrencode", from: "libqrencode-dev"),
    library("CSodium", "libsodium", from: "libsodium-dev"),
    library("CZlib", "zlib", from: "zlib1g-dev"),
]

let base = [
    room("Posix", ["CMalloc", "CZlib"]),
    room("EventLoops", ["CTasks", nio, sockets]),
    room(
        "Formats", ["CExpat", "CJSON", "CTOML", "Geofencing", "Posix"],
        with: [.embedInCode("MapDrawing/drawing.js")]),
    room("SQLite", ["CSQLite", "Posix"]),
    room("APIClient", ["Formats", "Posix", nio, http1, sockets]),
    room(
        "HTTPService",
        [
            "CBacktrace", "EventLoops", "Posix", arguments, http, http1, hummingbird, logging,
            nio, services, product("HummingbirdCore", of: "hummingbird"),
            product("NIOHTTPTypes", of: "swift-nio-extras"),
        ]),
    room("Settings", ["Formats", "Geofencing", "Posix"]),
    room(
        "Routing", ["Geofencing", "Posix"],
        with: [.embedInCode("Routino/routino-words.xml")]),
]

let daemon = [
    room("Geofencing"),
    room(
        "Positions",
        ["CGPS", "EventLoops", "Formats", "Geofencing", "Posix", "Simulation", nio, sockets]),
    room(
        "Places", ["Formats", "Geofencing", "Posix", "SQLite"],
        with: [.embedInCode("Catalogue/brands.tsv")]),
    room("Interests", ["Formats", "Geofencing", "Places", "Posix", "SQLite"]),
    room("Notifications", ["EventLoops", "Formats", "Geofencing", "Posix", "SQLite", nio]),
    room(
        "API",
        [
            "EventLoops", "Formats", "Geofencing", "HTTPService", "Interests", "Notifications",
            "Places", "Posix", "SQLite", http, hummingbird, logging, nio, services,
        ]),
    room("Simulation", ["Formats", "Geofencing", "Posix"]),
    room(
        "Serving",
        ["EventLoops", "Formats", "Geofencing", "Positions", "Posix", "Simulation", nio, sockets]),
    program(
        "geofenced",
        [
            "API", "EventLoops", "Geofencing", "HTTPService", "Interests", "Notifications",
            "Places", "Positions", "Posix", "Settings", arguments, logging, services,
        ]),
]

let gateway = [
    room("Community", ["CSodium", "Formats", "Geofencing", "Posix", "SQLite"]),
    room("MQTT", ["EventLoops", "Formats", "Geofencing", "Posix", logging, nio, sockets, tls]),
    room(
        "Phones",
        [
            "APIClient", "Community", "EventLoops", "Geofencing", "HTTPService", "MQTT", "Posix",
            http, hummingbird, logging, nio,
        ]),
    room(
        "Messages",
        [
            "APIClient", "CCurl", "CSodium", "Community", "EventLoops", "Formats", "Geofencing",
            "MQTT", "Posix", "SQLite", logging,
        ]),
    room(
        "Page",
        [
            "APIClient", "CQREncode", "CZlib", "Community", "EventLoops", "Formats", "Geofencing",
            "HTTPService", "MQTT", "Messages", "PageFiles", "Phones", "Posix", "Routing", "SQLite",
            http, hummingbird, logging, nio,
        ]),
    room(
        "Providers",
        [
            "APIClient", "CPQ", "Community", "Formats", "Geofencing", "MQTT", "Messages", "Posix",
            "SQLite", logging,
        ]),
    // A folder beside the programs.
    room("PageFiles", with: [.copy("page")]),
    program(
        "geofenced-gateway",
        [
            "APIClient", "Community", "EventLoops", "HTTPService", "MQTT", "Messages", "Page",
            "Phones", "Posix", "Providers", "Routing", "Settings", arguments, logging, nio,
            services,
            tls, hummingbird,
        ]),
]

let command = [
    // The files are in the program: nothing has to be installed beside it.
    program(
        "geofencectl",
        [
            "APIClient", "Formats", "Geofencing", "Interests", "Notifications", "Places",
            "Positions", "Posix", "Routing", "SQLite", "Serving", "Settings", "Simulation",
            arguments, subprocess, systemPackage,
        ],
        with: ["Map/journey.html", "BaseMap/basemap.json", "BaseMap/basemap.lua"]
            .map { .embedInCode($0) })
]

// For developers, and in no product: see `Benchmarks/bench`.
let benchmarks = [
    program("bench-fences", ["Geofencing"]),
    program("bench-fleet", ["Formats", "Geofencing", "Posix", "Simulation"]),
    program("bench-log", ["Geofencing", "Notifications", "Posix", "SQLite"]),
    program("bench-places", ["Formats", "Geofencing", "Interests", "Places", "Posix", "SQLite"]),
]

let tested = [
    room("TestSupport", ["Posix", logging]),
    room("PlacesTestSupport", ["Geofencing", "Places", "SQLite"]),
    room("TestDoubles", ["Geofencing", "Interests", "Places", "Posix", "SQLite"]),
    tests("PosixTests"),
    tests("FormatsTests", ["Formats", "Geofencing"]),
    tests("SQLiteTests", ["CSQLite", "SQLite"]),
    tests("SettingsTests", ["Formats", "Geofencing", "Settings"]),
    tests("GeofencingTests", ["Geofencing"]),
    tests("PositionsTests", ["CZlib", "Formats", "Geofencing", "Positions"]),
    tests("PlacesTests", ["Formats", "Geofencing", "Places", "PlacesTestSupport", "SQLite"]),
    tests("InterestsTests", ["Geofencing", "Interests", "Places", "PlacesTestSupport", "SQLite"]),
    tests("NotificationsTests", ["Geofencing", "Notifications", "SQLite"]),
    tests("FleetTests", ["Geofencing", "Interests", "Notifications", "Places", "Positions"]),
    tests(
        "APITests",
        [
            "API", "APIClient", "Geofencing", "HTTPService", "Interests", "Notifications", "Places",
            "SQLite", "TestDoubles", http, hummingbird, logging, nio, services,
        ]),
    tests("SimulationTests", ["Formats", "Geofencing", "Positions", "Simulation"]),
    tests("ServingTests", ["Formats", "Geofencing", "Serving", "Simulation"]),
    tests("CommunityTests", ["Community", "Geofencing", "SQLite"]),
    tests("MQTTTests", ["Geofencing", "MQTT", logging, nio]),
    tests(
        "PhonesTests", ["APIClient", "Community", "Geofencing", "MQTT", "Phones", logging, http]),
    tests(
        "MessagesTests",
        ["APIClient", "Community", "Geofencing", "MQTT", "Messages", "SQLite", logging]),
    tests(
        "ProvidersTests",
        [
            "APIClient", "Community", "Formats", "Geofencing", "MQTT", "Messages", "Providers",
            logging,
        ]),
    tests(
        "PageTests",
        [
            "APIClient", "Community", "Geofencing", "HTTPService", "MQTT", "Messages", "Page",
            "Phones", "Routing", "SQLite", http, hummingbird, logging, nio,
        ]),
    tests(
        "SystemTests",
        [
            "API", "APIClient", "Community", "Geofencing", "Interests", "MQTT", "Messages",
            "Notifications", "Places", "Positions", "SQLite", "TestDoubles", "geofencectl",
            "geofenced", "geofenced-gateway", logging, subprocess, systemPackage,
        ],
        without: ["Files"]),
]

let package = Package(
    name: "geofenced",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: libraries + shelf("Sources/Base", base) + shelf("Sources/Daemon", daemon)
        + shelf("Sources/Gateway", gateway) + shelf("Sources/Command", command)
        + shelf("Benchmarks", benchmarks) + shelf("Tests", tested),
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
