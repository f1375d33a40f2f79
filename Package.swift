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

let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let http = [
    Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "Hummingbird", package: "hummingbird"),
]
let http1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let services = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let sockets = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let subprocess = [
    Target.Dependency.product(name: "Subprocess", package: "swift-subprocess"),
    .product(name: "SystemPackage", package: "swift-system"),
]
let tls = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

/// A folder for what has a row in the table of docs/design.md, which says what it may import.
func room(
    _ name: String, on shelf: String, _ dependencies: [Target.Dependency] = [],
    embedding files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "\(shelf)/\(name)",
        resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

func program(
    _ name: String, on shelf: String, _ dependencies: [Target.Dependency],
    embedding files: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(shelf)/\(name)",
        resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], without files: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: ["Posix", "TestSupport"] + dependencies, exclude: files,
        swiftSettings: strict)
}

/// A C or C++ library with a small C interface to it; `library`: what is linked.
func interface(_ name: String, to library: String? = nil) -> Target {
    .target(
        name: name, path: "Libraries/\(name)",
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

/// The headers of a library of Debian's.
func library(_ name: String, _ package: String? = nil, from debian: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Libraries/\(name)", pkgConfig: package,
        providers: debian.map { [.apt([$0])] })
}

let libraries = [
    interface("CBacktrace"),
    interface("CCurl", to: "curl"),
    interface("CJSON", to: "simdjson"),
    interface("CSQLite", to: "sqlite3"),
    interface("CTOML"),
    interface("CTasks"),
    library("CExpat", "expat", from: "libexpat1-dev"),
    library("CGPS", "libgps", from: "libgps-dev"),
    library("CMalloc"),
    library("CQREncode", "libqrencode", from: "libqrencode-dev"),
    library("CSodium", "libsodium", from: "libsodium-dev"),
    library("CZlib", "zlib", from: "zlib1g-dev"),
]

let base = [
    room("Posix", on: "Sources/Base", ["CMalloc", "CZlib"]),
    room("EventLoops", on: "Sources/Base", ["CTasks", nio, sockets]),
    room(
        "Formats", on: "Sources/Base", ["CExpat", "CJSON", "CTOML", "Geofencing", "Posix"],
        embedding: ["MapDrawing/drawing.js"]),
    room("SQLite", on: "Sources/Base", ["CSQLite", "Posix"]),
    room("APIClient", on: "Sources/Base", ["Posix", nio, http1, sockets]),
    room(
        "HTTPService", on: "Sources/Base",
        [
            "CBacktrace", "EventLoops", "Posix", arguments, logging, nio, http1, services,
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        ] + http),
    room("Settings", on: "Sources/Base", ["Formats", "Geofencing", "Posix"]),
]

let daemon = [
    room("Geofencing", on: "Sources/Daemon"),
    room(
        "Positions", on: "Sources/Daemon",
        ["CGPS", "EventLoops", "Formats", "Geofencing", "Posix", "Simulation", nio, sockets]),
    room(
        "Places", on: "Sources/Daemon", ["Formats", "Geofencing", "Posix", "SQLite"],
        embedding: ["Catalogue/brands.tsv"]),
    room(
        "Interests", on: "Sources/Daemon", ["Formats", "Geofencing", "Places", "Posix", "SQLite"]),
    room(
        "Notifications", on: "Sources/Daemon",
        ["EventLoops", "Formats", "Geofencing", "Posix", "SQLite", nio]),
    room(
        "API", on: "Sources/Daemon",
        [
            "EventLoops", "Formats", "Geofencing", "HTTPService", "Interests", "Notifications",
            "Places", "Posix", "SQLite", logging, nio, services,
        ] + http),
    room("Simulation", on: "Sources/Daemon", ["Formats", "Geofencing", "Posix"]),
    room(
        "Serving", on: "Sources/Daemon",
        ["EventLoops", "Formats", "Geofencing", "Positions", "Posix", "Simulation", nio, sockets]),
    program(
        "geofenced", on: "Sources/Daemon",
        [
            "API", "EventLoops", "Geofencing", "HTTPService", "Interests", "Notifications",
            "Places", "Positions", "Posix", "Settings", arguments, logging, services,
        ]),
]

let gateway = [
    room(
        "Community", on: "Sources/Gateway",
        ["CSodium", "Formats", "Geofencing", "Posix", "SQLite"]),
    room(
        "MQTT", on: "Sources/Gateway",
        ["EventLoops", "Formats", "Geofencing", "Posix", logging, nio, sockets, tls]),
    room(
        "Phones", on: "Sources/Gateway",
        [
            "APIClient", "Community", "EventLoops", "Geofencing", "HTTPService", "MQTT", "Posix",
            logging, nio,
        ] + http),
    room(
        "Messages", on: "Sources/Gateway",
        [
            "APIClient", "CCurl", "CSodium", "Community", "EventLoops", "Formats", "Geofencing",
            "MQTT", "Posix", "SQLite", logging,
        ]),
    room(
        "Page", on: "Sources/Gateway",
        [
            "APIClient", "CQREncode", "CZlib", "Community", "EventLoops", "Formats", "Geofencing",
            "HTTPService", "MQTT", "Messages", "PageFiles", "Phones", "Posix", "SQLite",
            logging, nio,
        ] + http),
    // A folder beside the programs.
    .target(
        name: "PageFiles", path: "Sources/Gateway/PageFiles", resources: [.copy("page")]),
    program(
        "geofenced-gateway", on: "Sources/Gateway",
        [
            "APIClient", "Community", "EventLoops", "HTTPService", "MQTT", "Messages", "Page",
            "Phones", "Posix", "Settings", arguments, logging, nio, services, tls, http[1],
        ]),
]

let command = program(
    "geofencectl", on: "Sources/Command",
    [
        "APIClient", "Formats", "Geofencing", "Interests", "Notifications", "Places",
        "Positions", "Posix", "SQLite", "Serving", "Settings", "Simulation", arguments,
    ] + subprocess,
    // In the program, and not read at run time: nothing has to be installed beside it.
    embedding: ["Map/journey.html", "BaseMap/basemap.json", "BaseMap/basemap.lua"])

// For developers, and in no product: see `Benchmarks/bench`.
let benchmarks = [
    program("bench-fences", on: "Benchmarks", ["Geofencing"]),
    program("bench-fleet", on: "Benchmarks", ["Formats", "Geofencing", "Posix", "Simulation"]),
    program("bench-log", on: "Benchmarks", ["Geofencing", "Notifications", "Posix", "SQLite"]),
    program(
        "bench-places", on: "Benchmarks",
        ["Formats", "Geofencing", "Interests", "Places", "Posix", "SQLite"]),
]

let tested = [
    room("TestSupport", on: "Tests", ["Posix", logging]),
    room("PlacesTestSupport", on: "Tests", ["Geofencing", "Places", "SQLite"]),
    room("TestDoubles", on: "Tests", ["Geofencing", "Interests", "Places", "Posix", "SQLite"]),
    tests("PosixTests", []),
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
            "API", "APIClient", "Geofencing", "HTTPService", "Interests", "Notifications",
            "Places", "SQLite", "TestDoubles", logging, nio, services,
        ] + http),
    tests("SimulationTests", ["Formats", "Geofencing", "Positions", "Simulation"]),
    tests("ServingTests", ["Formats", "Geofencing", "Serving", "Simulation"]),
    tests("CommunityTests", ["Community", "Geofencing", "SQLite"]),
    tests("MQTTTests", ["Geofencing", "MQTT", logging, nio]),
    tests(
        "PhonesTests", ["APIClient", "Community", "Geofencing", "MQTT", "Phones", logging, http[0]]),
    tests(
        "MessagesTests",
        ["APIClient", "Community", "Geofencing", "MQTT", "Messages", "SQLite", logging]),
    tests(
        "PageTests",
        [
            "APIClient", "Community", "Geofencing", "HTTPService", "MQTT", "Messages", "Page",
            "Phones", "SQLite", logging, nio,
        ] + http),
    tests(
        "SystemTests",
        [
            "API", "APIClient", "Community", "Geofencing", "Interests", "MQTT", "Messages",
            "Notifications", "Places", "Positions", "SQLite", "TestDoubles",
            "geofencectl", "geofenced", "geofenced-gateway", logging,
        ] + subprocess,
        without: [
            "Expected", "States", "gateway-0.1.0.sql", "notification-daemon.py", "state-0.1.0.sql",
        ]),
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
    targets: libraries + base + daemon + gateway + [command] + benchmarks + tested,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
