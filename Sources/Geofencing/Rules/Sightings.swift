/// How many fixes there have been, and how many of them said that the device stood.
struct Sightings: Sendable {
    private(set) var count = 0
    private(set) var standing = 0

    mutating func add(_ fix: Fix, _ rules: RegionRules) {
        count += 1
        if rules.exit.isStanding(fix.speed) { standing += 1 }
    }

    func since(_ past: Sightings) -> Sightings {
        Sightings(count: count - past.count, standing: standing - past.standing)
    }
}
