import Geofencing
package import Places

extension Limits {
    /// How many items may be added at once.
    package static let mostDrafts = 100

    /// `radius`, in metres; throws if no region can have it.
    package static func radius(_ radius: Double) throws(Refusal) -> Double {
        guard radius > 0, radius <= Region.largestRadius else {
            throw Refusal(
                .invalid, "radius",
                "\(radius) is not above 0 and at most \(Int(Region.largestRadius)): use metres")
        }
        return radius
    }
}
