package import Geofencing

extension Configuration {
    /// How fixes are judged.
    package var rules: Rules {
        var rules = Rules()
        rules.filter.worstAccuracy = fixes.maxAccuracy
        rules.filter.ladder.hdopMetres = fixes.hdopMetres
        rules.acceptsUnknownAccuracy = fixes.unknownAccuracy.map { $0 == .accept }
        rules.refresh.distance = regions.refreshDistance
        rules.refresh.reach = regions.loadRadius
        rules.refresh.age = regions.refreshAge
        rules.regions.dwell.after = regions.dwell
        rules.regions.cooldown.time = regions.cooldown
        return rules
    }
}
