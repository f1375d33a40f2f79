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
        let name = street.words(in: self)
        /// The street behind a preposition, where there is something to be said of it.
        func along(_ word: String) -> String { name.map { " \(word) \($0)" } ?? "" }
        return switch self {
        case .english: Self.english(maneuver, along)
        case .dutch: Self.dutch(maneuver, along)
        }
    }

    private static func english(_ maneuver: Maneuver, _ street: (String) -> String) -> String {
        switch maneuver {
        case .start(let eighth): return "Head \(compass[eighth])" + street("on")
        case .turn(0): return "Go straight on" + street("onto")
        case .turn(-4), .turn(4): return "Turn back" + street("along")
        case .turn(let eighths):
            let how = ["slightly ", "", "sharp "][min(abs(eighths), 3) - 1]
            return "Turn \(how)\(eighths < 0 ? "left" : "right")" + street("onto")
        case .roundabout(let exit): return "At the roundabout, take exit \(exit)" + street("onto")
        case .arrive: return "You are there"
        }
    }

    /// Eighths of a circle, clockwise from north.
    private static let compass = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    private static func dutch(_ maneuver: Maneuver, _ street: (String) -> String) -> String {
        switch maneuver {
        case .start(let eighth): return "Ga naar het \(kompas[eighth])" + street("over")
        case .turn(0): return "Ga rechtdoor" + street("over")
        case .turn(-4), .turn(4): return "Keer om" + street("over")
        case .turn(let eighths):
            let side = eighths < 0 ? "links" : "rechts"
            switch abs(eighths) {
            case 1: return "Houd \(side) aan" + street("over")
            case 2: return "Sla \(side)af" + street("naar")
            default: return "Sla scherp \(side)af" + street("naar")
            }
        case .roundabout(let exit): return "Neem op de rotonde afslag \(exit)" + street("naar")
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

        fileprivate var words: [RouteLanguage: String] {
            switch self {
            case .track: [.english: "the track", .dutch: "de onverharde weg"]
            case .cycleway: [.english: "the cycle path", .dutch: "het fietspad"]
            case .path: [.english: "the path", .dutch: "het pad"]
            case .steps: [.english: "the steps", .dutch: "de trap"]
            case .ferry: [.english: "the ferry", .dutch: "de veerboot"]
            }
        }
    }

    var name: String? { if case .named(let name) = self { name } else { nil } }

    /// `nil`: nothing is said of it.
    fileprivate func words(in language: RouteLanguage) -> String? {
        switch self {
        case .named(let name): name
        case .unnamed(let kind): kind?.words[language]
        }
    }
}
