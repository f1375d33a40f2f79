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
    targets: [
        .target(name: "Geofencing", swiftSettings: strict),
        .target(name: "Posix", swiftSettings: strict),

        .testTarget(name: "GeofencingTests", dependencies: ["Geofencing"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
