/// What a watch of the gateway's own is there for: the details of it, as in
/// `{"group":"home","errand":"shop=supermarket"}`.
package struct GroupWatch: Hashable, Sendable {
    package var group: String
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// A place that a household has named in order to hear who comes and goes.
        case place(Int64)
        /// All places at which something on the list of a household can be had: the target.
        case errand(String)
        case event(Int64)
        /// A site that has bulletins.
        case site(Int64)
    }

    /// The sets that have these watches.
    package enum SetName: String, Sendable, CaseIterable {
        case household, errands, events, bulletins
    }

    package init(_ group: String, _ purpose: Purpose) {
        (self.group, self.purpose) = (group, purpose)
    }
}

extension GroupWatch: Codable {
    private enum CodingKeys: String, CodingKey { case group, place, errand, event, site }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        group = try members.decode(String.self, forKey: .group)
        if let place = try members.decodeIfPresent(Int64.self, forKey: .place) {
            purpose = .place(place)
        } else if let target = try members.decodeIfPresent(String.self, forKey: .errand) {
            purpose = .errand(target)
        } else if let event = try members.decodeIfPresent(Int64.self, forKey: .event) {
            purpose = .event(event)
        } else {
            purpose = .site(try members.decode(Int64.self, forKey: .site))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(group, forKey: .group)
        switch purpose {
        case .place(let place): try members.encode(place, forKey: .place)
        case .errand(let target): try members.encode(target, forKey: .errand)
        case .event(let event): try members.encode(event, forKey: .event)
        case .site(let site): try members.encode(site, forKey: .site)
        }
    }
}
