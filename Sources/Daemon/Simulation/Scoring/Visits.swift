/// What truly happened at the regions along a journey, as `visits.json` has it.
///
/// docs/simulation.md says what each word means. Times are ISO 8601, in UTC.
package struct Visits: Codable, Equatable, Sendable {
    /// Of the scenario.
    package var name: String
    /// When the journey begins.
    package var start: String
    /// How long the journey takes.
    package var hours: Double
    package var visits: [Visit]
    /// Stays that are not visits.
    package var grazes: [Graze]

    package struct Visit: Codable, Equatable, Sendable {
        /// The id of the region.
        package var region: String
        /// When it was within the radius and a margin of 30 m.
        package var nearFrom: String
        package var nearTo: String
        /// The least distance to the centre, in metres.
        package var nearest: Double
        /// How many notices of entering are no duplicates.
        package var allowed: Int
        /// The first time in that counts, and the last time out.
        package var enter: String
        package var exit: String
        /// Within the radius.
        package var insideSeconds: Double
        /// Whether it is a fault to miss it.
        package var clear: Bool
        package var tags: [Tag]

        enum CodingKeys: String, CodingKey {
            case region, nearest, allowed, enter, exit, clear, tags
            case nearFrom = "near_from"
            case nearTo = "near_to"
            case insideSeconds = "inside_seconds"
        }
    }

    /// A stay near a region without enough time inside. Its members are as those of a visit.
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
        /// It was never deeper than 30 m inside.
        case shallow
        /// It took more than a minute from 30 m outside to 30 m inside.
        case oblique
        /// It began two to three minutes after the last stay: one more notice is right, and so is
        /// none.
        case grey
        /// The trace begins there, or ends within 35 s of the enter.
        case start, end
        /// There was no usable fix in its first 25 s.
        case blind
        /// The region began to count when the traveller was there already.
        case opens
        /// There was no usable fix inside, but one before and one after.
        case between
        /// It was less than 15 s inside.
        case pass

        /// Whether it is no fault to miss such a visit.
        var isUnclear: Bool {
            switch self {
            case .shallow, .oblique, .grey, .start, .end, .blind: true
            case .opens, .between, .pass: false
            }
        }
    }
}
