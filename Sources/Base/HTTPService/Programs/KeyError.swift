/// The error of a setting that is written correctly, but does not work here.
package struct KeyError: Error, CustomStringConvertible {
    private let key: String
    private let error: any Error

    /// `key`: of the configuration, or an option.
    package init(key: String, error: any Error) {
        (self.key, self.error) = (key, error)
    }

    package var description: String { "\(key): \(error)" }
}
