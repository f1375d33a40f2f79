import Geofencing
import Testing

struct ProgressTests {
    /// What a watch says of each look at it: one character each, `w` where it waits for something
    /// to do, `+` where it has gone on, `-` where it has not.
    private func verdicts(_ looks: String) -> String {
        var (progress, watch) = (Progress(), ProgressWatch())
        return String(
            looks.map { look in
                if look != "-" { progress.step(isWaiting: look == "w") }
                return watch.isAlive(progress) ? "+" : "-"
            })
    }

    @Test(arguments: [
        ("wwww", "++++"), ("++++", "++++"), ("+---", "+---"), ("w---", "++++"),
        ("+-+-w-", "+-+-++"), ("-", "+"),
    ])
    func `only what has something to do and does not go on is dead`(
        looks: String, expected: String
    ) {
        #expect(verdicts(looks) == expected)
    }
}
