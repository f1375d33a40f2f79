/// A user of the machine, by number.
package struct Account: Hashable, Sendable {
    package var uid: UInt32

    package init(uid: UInt32) {
        self.uid = uid
    }

    package static let root = Account(uid: 0)
}
