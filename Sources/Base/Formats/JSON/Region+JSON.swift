package import Geofencing

/// A region, as whatever we send has it.
extension Region {
    /// The members of its object: its centre has the longitude first, as in GeoJSON; its radius is
    /// in metres.
    package func write(to object: inout JSONWriter) {
        object.member("id", id)
        object.member("kind", kind)
        object.member("name", name)
        object.member("center", [center.longitude, center.latitude])
        object.member("radius", radius)
    }

    /// The members of a Feature of GeoJSON, a Point; `others`: properties besides its own.
    package func writeFeature(
        to feature: inout JSONWriter, _ others: (inout JSONWriter) -> Void
    ) {
        feature.member("type", "Feature")
        feature.member("id", id)
        feature.object("geometry") { geometry in
            geometry.member("type", "Point")
            geometry.member("coordinates", [center.longitude, center.latitude])
        }
        feature.object("properties") { properties in
            properties.member("kind", kind)
            properties.member("name", name)
            properties.member("radius", radius)
            others(&properties)
            window?.write(to: &properties)
        }
    }

    /// Objects with what a person would want to read about it, as `deal` and `place`.
    package func writeDetails(to object: inout JSONWriter) {
        for details in [details, place].compactMap(\.self) {
            object.object(details.title) { object in
                for field in details.fields {
                    if field.isJSON {
                        object.member(field.name, json: field.value)
                    } else {
                        object.member(field.name, field.value)
                    }
                }
            }
        }
    }
}

extension TimeWindow {
    /// Members for when it starts and ends, where it does.
    package func write(to object: inout JSONWriter) {
        if let start { object.member("starts", start) }
        if let end { object.member("ends", end) }
    }
}
