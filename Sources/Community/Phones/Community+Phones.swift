extension Community {
    /// By the owner, or by this machine. `device`: its id; `nil`: made of the name.
    package func addPhone(
        device: String? = nil, name: String, owner: PersonID, by caller: Caller
    ) throws -> Phone { fatalError("not yet") }

    /// Those of which the caller may see something; of this machine: all, without where they are.
    package func phones(by caller: Caller) throws -> [Phone] { fatalError("not yet") }

    package func phone(_ device: String, by caller: Caller) throws -> Phone {
        fatalError("not yet")
    }

    /// By the owner, or by this machine.
    @discardableResult
    package func editPhone(
        _ device: String, name: String, by caller: Caller
    ) throws -> Phone { fatalError("not yet") }

    /// By the owner, or by this machine.
    package func removePhone(_ device: String, by caller: Caller) throws {
        fatalError("not yet")
    }
}
