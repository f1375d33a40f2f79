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
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .target(name: "CBacktrace", path: "Libraries/CBacktrace"),
        .systemLibrary(
            name: "CExpat", path: "Libraries/CExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CMalloc", path: "Libraries/CMalloc"),
        .target(name: "CTasks", path: "Libraries/CTasks"),
        .systemLibrary(
            name: "CZlib", path: "Libraries/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CGPS", path: "Libraries/CGPS", pkgConfig: "libgps",
            providers: [.apt(["libgps-dev"])]),
        .target(
            name: "CSQLite", path: "Libraries/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CTOML", path: "Libraries/CTOML"),
        .target(
            name: "CJSON", path: "Libraries/CJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        .target(name: "Geofencing", swiftSettings: strict),
        .target(name: "Posix", dependencies: ["CMalloc", "CZlib"], swiftSettings: strict),
        .target(name: "XML", dependencies: ["CExpat", "Posix"], swiftSettings: strict),
        .target(
            name: "EventLoops",
            dependencies: [
                "CTasks",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "Programs",
            dependencies: [
                "CBacktrace", "Posix",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "Positions",
            dependencies: [
                "EventLoops", "Geofencing", "Posix", "Simulation", "TOML", "XML", "CGPS",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "JSON", dependencies: ["Geofencing", "Posix", "CJSON"], swiftSettings: strict),
        .target(name: "SQLite", dependencies: ["CSQLite", "Posix"], swiftSettings: strict),
        .target(
            name: "OpeningHours", dependencies: ["Geofencing", "Posix"], swiftSettings: strict),
        .target(
            name: "Places",
            dependencies: ["Geofencing", "JSON", "OpeningHours", "Posix", "SQLite", "XML"],
            resources: [.embedInCode("Catalogue/brands.tsv")],
            swiftSettings: strict),
        .target(
            name: "Interests", dependencies: ["Geofencing", "JSON", "Places", "Posix", "SQLite"],
            swiftSettings: strict),
        .target(
            name: "Notifications",
            dependencies: [
                "EventLoops", "Geofencing", "JSON", "Posix", "SQLite",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "HTTPService",
            dependencies: [
                "EventLoops", "Posix",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "API",
            dependencies: [
                "EventLoops", "Geofencing", "HTTPService", "Interests", "JSON", "Notifications",
                "OpeningHours", "Places", "Posix", "SQLite",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "CCurl", path: "Libraries/CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .systemLibrary(
            name: "CQREncode", path: "Libraries/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CSodium", path: "Libraries/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "Community", dependencies: ["Posix", "SQLite", "CSodium"], swiftSettings: strict),
        .target(
            name: "GatewaySettings", dependencies: ["Posix", "TOML"], swiftSettings: strict),
        .target(
            name: "Ways",
            dependencies: [
                "EventLoops", "Posix", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "MQTT",
            dependencies: [
                "EventLoops", "Posix", "Ways",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .target(
            name: "Phones",
            dependencies: [
                "APIClient", "Community", "EventLoops", "HTTPService", "MQTT", "Posix", "Ways",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "Messages",
            dependencies: [
                "APIClient", "CCurl", "CSodium", "Community", "EventLoops", "Geofencing", "MQTT",
                "OpeningHours", "Posix", "SQLite", "Ways",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "MapDrawing", resources: [.embedInCode("drawing.js")], swiftSettings: strict),
        .target(
            name: "Page",
            dependencies: [
                "APIClient", "CQREncode", "CZlib", "Community", "EventLoops", "HTTPService",
                "MapDrawing", "Messages", "PageFiles", "Phones", "Posix", "SQLite", "Ways",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // A folder beside the programs.
        .target(name: "PageFiles", resources: [.copy("page")]),
        .executableTarget(
            name: "geofenced-gateway",
            dependencies: [
                "APIClient", "Community", "EventLoops", "GatewaySettings", "HTTPService",
                "MQTT", "Messages", "Page", "Phones", "Posix", "Programs", "Ways",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "APIClient",
            dependencies: [
                "Posix",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(name: "TOML", dependencies: ["Posix", "CTOML"], swiftSettings: strict),
        .target(
            name: "Settings", dependencies: ["Geofencing", "Posix", "TOML"],
            swiftSettings: strict),
        .target(
            name: "Simulation", dependencies: ["Geofencing", "Posix", "TOML", "XML"],
            swiftSettings: strict),
        .target(
            name: "Scoring", dependencies: ["Geofencing", "Posix", "Simulation"],
            swiftSettings: strict),
        .target(
            name: "Serving",
            dependencies: [
                "EventLoops", "Geofencing", "JSON", "Positions", "Posix", "Simulation",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "geofenced",
            dependencies: [
                "API", "EventLoops", "Geofencing", "Interests", "Notifications", "Places",
                "Positions", "Posix", "Programs", "Settings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "geofencectl",
            dependencies: [
                "APIClient", "Geofencing", "Interests", "JSON", "MapDrawing", "Notifications",
                "OpeningHours", "Places", "Positions", "Posix", "SQLite", "Scoring", "Serving",
                "Settings",
                "Simulation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            // In the program, and not read at run time: nothing has to be installed beside it.
            resources: ["Map/journey.html", "BaseMap/basemap.json", "BaseMap/basemap.lua"].map {
                .embedInCode($0)
            },
            swiftSettings: strict),

        // For developers, and in no product: see Benchmarks/places.py.
        .executableTarget(
            name: "bench-places",
            dependencies: [
                "Geofencing", "Interests", "OpeningHours", "Places", "Posix", "SQLite",
            ],
            path: "Benchmarks/bench-places", swiftSettings: strict),

        // For developers, and in no product: see Benchmarks/log.
        .executableTarget(
            name: "bench-log", dependencies: ["Geofencing", "Notifications", "Posix", "SQLite"],
            path: "Benchmarks/bench-log", swiftSettings: strict),

        // For developers, and in no product: see Benchmarks/bench.
        .executableTarget(
            name: "bench-fences", dependencies: ["Geofencing"], path: "Benchmarks/bench-fences",
            swiftSettings: strict),

        // For developers, and in no product: see Benchmarks/fleet.py.
        .executableTarget(
            name: "bench-fleet",
            dependencies: ["Geofencing", "JSON", "Posix", "Simulation", "TOML"],
            path: "Benchmarks/bench-fleet", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Posix"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "TestDoubles",
            dependencies: ["Geofencing", "Interests", "Places", "Posix", "SQLite"],
            path: "Tests/TestDoubles", swiftSettings: strict),
        .testTarget(
            name: "GeofencingTests", dependencies: ["Geofencing", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PosixTests", dependencies: ["Posix", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["Geofencing", "JSON", "Posix", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PositionsTests",
            dependencies: ["CZlib", "Geofencing", "Positions", "Posix", "TestSupport", "XML"],
            swiftSettings: strict),
        .testTarget(
            name: "OpeningHoursTests", dependencies: ["Geofencing", "OpeningHours", "TestSupport"],
            swiftSettings: strict),
        .target(
            name: "PlacesTestSupport", dependencies: ["Geofencing", "Places", "SQLite"],
            path: "Tests/PlacesTestSupport", swiftSettings: strict),
        .testTarget(
            name: "XMLTests", dependencies: ["TestSupport", "XML"], swiftSettings: strict),
        .testTarget(
            name: "InterestsTests",
            dependencies: [
                "Geofencing", "Interests", "Places", "PlacesTestSupport", "Posix", "SQLite",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlacesTests",
            dependencies: [
                "Geofencing", "OpeningHours", "Places", "PlacesTestSupport", "Posix", "SQLite",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SQLiteTests", dependencies: ["CSQLite", "Posix", "SQLite", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TOMLTests", dependencies: ["TOML", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["Settings", "Geofencing", "TOML"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Geofencing", "Positions", "Posix", "Simulation", "TOML", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScoringTests", dependencies: ["Geofencing", "Scoring", "Simulation", "TOML"],
            swiftSettings: strict),
        .testTarget(
            name: "ServingTests",
            dependencies: ["Geofencing", "Serving", "Simulation", "TOML"],
            swiftSettings: strict),
        .testTarget(
            name: "NotificationsTests",
            dependencies: ["Geofencing", "Notifications", "Posix", "SQLite", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FleetTests",
            dependencies: [
                "Geofencing", "Interests", "Notifications", "Places", "Positions", "Posix",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommunityTests", dependencies: ["Community", "Posix", "SQLite", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "GatewaySettingsTests",
            dependencies: ["GatewaySettings", "Posix", "TOML", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MessagesTests",
            dependencies: [
                "APIClient", "Community", "MQTT", "Messages", "Posix", "SQLite", "TestSupport",
                "Ways",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MQTTTests",
            dependencies: [
                "MQTT", "Posix", "TestSupport", "Ways",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PhonesTests",
            dependencies: [
                "APIClient", "Community", "MQTT", "Phones", "Posix", "TestSupport", "Ways",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PageTests",
            dependencies: [
                "APIClient", "Community", "HTTPService", "Messages", "Page", "Phones", "Posix",
                "SQLite", "TestSupport", "Ways",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "APITests",
            dependencies: [
                "API", "APIClient", "Geofencing", "HTTPService", "Interests", "Notifications",
                "Places", "Posix",
                "SQLite", "TestDoubles", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "API", "APIClient", "Community", "Geofencing", "Interests", "MQTT", "Messages",
                "Notifications", "Places", "Positions", "Posix", "SQLite", "TestDoubles",
                "TestSupport", "Ways", "geofencectl", "geofenced", "geofenced-gateway",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Expected", "States", "notification-daemon.py", "state-0.1.0.sql"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
