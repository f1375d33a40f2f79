import Testing

/// Runs the tests. Without this file, SwiftPM looks for tests of XCTest, of which there are none, in an
/// index of all names that the compiler has to write for it: a fifth of the time that the tests take to
/// be built.
@main enum XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
