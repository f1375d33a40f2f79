package import Places

/// What `body` throws as a refusal; `nil` if it does not.
package func refusal(_ body: () throws -> Void) -> Refusal? {
    do {
        try body()
        return nil
    } catch {
        return error as? Refusal
    }
}
