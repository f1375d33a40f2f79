import APIClient
import Community

/// The paths of the list and the inventory as they were before both were things, for browsers that have
/// loaded the page before, and what waits in them. They go with the next version: this file, what calls
/// it, `ThingView.state`, `Operation.isDeprecated`, `Community.oldStocks` and the table `old_stock`.
extension ThingView {
    static let items = ThingView(list: "items", name: "item", schema: "Item", state: .wanted)
    static let inventory = ThingView(
        list: "inventory", name: "stock", schema: "Stock", fields: [.text, .amount], state: .home)

    /// Where it is seen once it is bought or used up.
    var other: Self { state == nil ? self : state == .wanted ? .inventory : .items }

    func described(_ operation: Operation) -> Operation {
        var operation = operation
        operation.isDeprecated = state != nil
        return operation
    }

    /// Of the thing that the path is about.
    func number(of call: Call, _ api: GatewayAPI) throws -> Int64 {
        let (number, old) = (try call.number(name), api.community.oldStocks)
        return state == .home && number <= old ? number + old : number
    }

    /// Of its `members`, those that are seen here.
    func seen(_ members: [String: AnyJSON], _ api: GatewayAPI) -> [String: AnyJSON] {
        guard state != nil else { return members }
        var (members, old) = (members, api.community.oldStocks)
        members["state"] = nil
        if state == .home {
            members["target"] = nil
            if let id = members["id"]?.integer, id > old, id <= 2 * old {
                members["id"] = .integer(id - old)
            }
        }
        return members
    }
}
