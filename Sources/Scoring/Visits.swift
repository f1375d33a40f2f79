/// What truly happened at the regions along a journey, as `visits.json` has it.
///
/// docs/simulation.md says what each word means.
package struct Visits: Codable, Equatable, Sendable {
    package var name: String
    package var start: String
    /// How long the journey is.
    package var hours: Double
    package var visits: [Visit]
    /// Stays that are no visits.
    package var grazes: [Graze]

    package struct Visit: Codable, Equatable, Sendable {
        package var region: String
        /// Within the radius and a margin of 30 m.
        package var nearFrom: String
        package var nearTo: String
        /// Metres to the centre.
        package var nearest: Double
        /// How many notices of entering are no repetition.
        package var allowed: Int
        /// The first way in that counts, and the last way out.
        package var enter: String
        package var exit: String
        package var insideSeconds: Double
        /// Whether missing it is a fault.
        package var clear: Bool
        package var tags: [Tag]

        enum CodingKeys: String, CodingKey {
            case region, nearest, allowed, enter, exit, clear, tags
            case nearFrom = "near_from"
            case nearTo = "near_to"
            case insideSeconds = "inside_seconds"
        }
    }

    package struct Graze: Codable, Equatable, Sendable {
        package var region: String
        package var nearFrom: String
        package var nearTo: String
        package var nearest: Double
        package var allowed: Int

        enum CodingKeys: String, CodingKey {
            case region, nearest, allowed
            case nearFrom = "near_from"
            case nearTo = "near_to"
        }
    }

    /// What is worth knowing about a visit.
    package enum Tag: String, Codable, CaseIterable, Sendable {
        /// Never deeper than 30 m inside.
        case shallow
        /// More than a minute from 30 m outside to 30 m inside.
        case oblique
        /// Two to three minutes after it was left: to tell it again or not is both right.
        case grey
        /// The trace begins there, or ends within 35 s of the enter.
        case start, end
        /// No usable fix in the first 25 s.
        case blind
        /// The window opened while the traveller was already there.
        case opens
        /// No usable fix inside at all.
        case between
        /// Less than 15 s inside.
        case pass

        /// Whether missing such a visit is no fault.
        var isUnclear: Bool {
            switch self {
            case .shallow, .oblique, .grey, .start, .end, .blind: true
            case .opens, .between, .pass: false
            }
        }
    }
}
