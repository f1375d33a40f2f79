import Geofencing
import Places
import PlacesTestSupport
import Posix
import Testing

@testable import Interests

/// Lists of what is to be added.
struct DraftsTests {
    private let caller = Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0))

    @Test func `it is said of each what is wrong with it, and nothing is added`() throws {
        let store = try PlaceStore(.temporary, kinds: RegionKinds.all)
        let texts = ["starbucks", "Starbuks", "Q37158", "", "osm/node/9"]
        let drafts = try Drafts(texts.map { Favourite.Draft(text: $0) })
        let refused = #expect(throws: RefusedDrafts.self) {
            try Favourite.add(drafts, for: caller, in: store)
        }
        #expect(refused?.inOrder.map(\.index) == [1, 3, 4])
        #expect(refused?.refusals[3] == Refusal(.invalid, "text", "is empty: give it a text"))
        #expect(try Favourite.items(.init(), for: caller, in: store).isEmpty)
    }

    @Test(arguments: [(0, true), (1, false), (100, false), (101, true)])
    func `a list has one to a hundred`(count: Int, isRefused: Bool) {
        let drafts = [Favourite.Draft](repeating: .init(text: "x"), count: count)
        #expect((refusal { _ = try Drafts(drafts) } != nil) == isRefused)
    }
}
