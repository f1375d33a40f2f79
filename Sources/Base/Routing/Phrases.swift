import Geofencing

/// What is done at one point of a way.
enum Maneuver: Hashable, Sendable {
    /// Eighths of a circle, clockwise from north, 0…7.
    case start(towards: Int)
    /// Eighths of a circle to the right, -4…4; 0 is straight on.
    case turn(Int)
    /// The number of the exit, from 1.
    case roundabout(exit: Int)
    case arrive
}

extension RouteLanguage {
    /// As a sentence. `street`: that follows.
    func words(_ maneuver: Maneuver, _ street: RouteStreet) -> String {
        switch self {
        case .english: Self.english(maneuver, street)
        case .dutch: Self.dutch(maneuver, street)
        }
    }

    private static func english(_ maneuver: Maneuver, _ street: RouteStreet) -> String {
        let name: String? =
            switch street {
            case .named(let name): name
            case .unnamed(let kind): kind?.english
            }
        func along(_ word: String) -> String { name.map { " \(word) \($0)" } ?? "" }
        switch maneuver {
        case .start(let eighth): return "Head \(compass[eighth])" + along("on")
        case .turn(0): return "Go straight on" + along("onto")
        case .turn(-4), .turn(4): return "Turn back" + along("along")
        case .turn(let eighths):
            let how = ["slightly ", "", "sharp "][min(abs(eighths), 3) - 1]
            return "Turn \(how)\(eighths < 0 ? "left" : "right")" + along("onto")
        case .roundabout(let exit): return "At the roundabout, take exit \(exit)" + along("onto")
        case .arrive: return "You are there"
        }
    }

    /// Eighths of a circle, clockwise from north.
    private static let compass = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    private static func dutch(_ maneuver: Maneuver, _ street: RouteStreet) -> String {
        let name: String? =
            switch street {
            case .named(let name): name
            case .unnamed(let kind): kind?.dutch
            }
        func along(_ word: String) -> String { name.map { " \(word) \($0)" } ?? "" }
        switch maneuver {
        case .start(let eighth): return "Ga naar het \(kompas[eighth])" + along("over")
        case .turn(0): return "Ga rechtdoor" + along("over")
        case .turn(-4), .turn(4): return "Keer om" + along("over")
        case .turn(let eighths):
            let side = eighths < 0 ? "links" : "rechts"
            switch abs(eighths) {
            case 1: return "Houd \(side) aan" + along("over")
            case 2: return "Sla \(side)af" + along("naar")
            default: return "Sla scherp \(side)af" + along("naar")
            }
        case .roundabout(let exit): return "Neem op de rotonde afslag \(exit)" + along("naar")
        case .arrive: return "Je bent er"
        }
    }

    private static let kompas = [
        "noorden", "noordoosten", "oosten", "zuidoosten", "zuiden", "zuidwesten", "westen",
        "noordwesten",
    ]
}

/// The street after a point of a way.
enum RouteStreet: Hashable, Sendable {
    case named(String)
    /// `nil`: a road, of which nothing is said.
    case unnamed(Kind?)

    enum Kind: String, Sendable {
        case track, cycleway, path, steps, ferry

        var english: String {
            switch self {
            case .track: "the track"
            case .cycleway: "the cycle path"
            case .path: "the path"
            case .steps: "the steps"
            case .ferry: "the ferry"
            }
        }

        var dutch: String {
            switch self {
            case .track: "de onverharde weg"
            case .cycleway: "het fietspad"
            case .path: "het pad"
            case .steps: "de trap"
            case .ferry: "de veerboot"
            }
        }
    }

    var name: String? { if case .named(let name) = self { name } else { nil } }
}
