package import Geofencing

extension SimulatedTrace {
    /// When the true path is in which of `regions`, and whether the receiver could notice. `name`:
    /// of the scenario.
    package func visits(to regions: [Region], name: String) -> Visits {
        var usable = UsableFixes()
        for epoch in self {
            if let fix = epoch.fix { usable.add(fix, at: epoch.time - scenario.start) }
        }
        var visits = Visits(
            name: name, start: scenario.start.description,
            hours: (seconds / 3.6).rounded() / 1000, visits: [], grazes: [])
        let records = VisitFinder(self, regions).records()
        for (region, record) in zip(regions, records) {
            VisitRules(
                region: region, record: record, start: scenario.start, seconds: seconds,
                usable: usable
            ).add(to: &visits)
        }
        visits.visits.sort { ($0.enter, $0.region) < ($1.enter, $1.region) }
        visits.grazes.sort { ($0.nearFrom, $0.region) < ($1.nearFrom, $1.region) }
        return visits
    }
}
