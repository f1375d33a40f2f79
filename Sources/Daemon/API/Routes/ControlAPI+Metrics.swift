import Geofencing
import Glibc
import HTTPService
import Hummingbird
import Notifications
import Places

/// Figures of the daemon, for programs that draw them over time.
extension ControlAPI {
    func addMetrics(to routes: Routes) {
        routes.get("metrics") { _, _ in
            let text = try await metrics()
            return Response.json(bytes: text.utf8, type: MetricsText.type)
        }
    }

    private func metrics() async throws -> String {
        let (places, bytes) = try await places.with { (try $0.placeCount(), try $0.size()) }
        var metrics = MetricsText()
        metrics.add(
            "geofenced_info", .gauge, "The version that runs.",
            values: [(["version": daemon.version], 1)])
        metrics.add(
            "geofenced_start_time_seconds", .gauge, "When the daemon started, since 1970.",
            daemon.started.seconds)
        await addFixes(to: &metrics)
        await addDevices(to: &metrics)
        metrics.add(
            "geofenced_notices_total", .counter, "Notices in the log so far.",
            Double(notices.latest))
        metrics.add(
            "geofenced_notices_waiting", .gauge, "Notices that could not be written yet.",
            Double(await notices.condition.waiting))
        metrics.add(
            "geofenced_listeners", .gauge, "Clients of the notification socket.",
            (listenerCount?.now).map(Double.init))
        metrics.add("geofenced_places", .gauge, "Places in the database.", Double(places))
        let sizes = [("places", bytes), ("notifications", await notices.size)] as [(String, Int?)]
        metrics.add(
            "geofenced_database_bytes", .gauge, "Size of a database.",
            values: sizes.compactMap { name, size in
                size.map { (["database": name], Double($0)) }
            })
        Self.addProcess(to: &metrics)
        return metrics.text
    }

    private func addFixes(to metrics: inout MetricsText) async {
        let (device, observer) = await (tracker.device, tracker.observer)
        let counts = observer.counts
        metrics.add(
            "geofenced_fixes_total", .counter, "Positions reported, by what became of them.",
            values: [(["outcome": "accepted"], Double(counts.accepted))]
                + DropReason.allCases.map { reason in
                    (["outcome": reason.name], Double(counts.dropped(for: reason)))
                })
        metrics.add(
            "geofenced_region_refreshes_total", .counter, "How often regions were looked up.",
            Double(observer.lookUps))
        metrics.add(
            "geofenced_regions", .gauge, "Regions that are watched, by kind.",
            values: device.regionCounts.sorted { $0.key < $1.key }.map {
                (["kind": $0.key], Double($0.value))
            })
        metrics.add(
            "geofenced_regions_inside", .gauge, "Regions that the device is in.",
            Double(device.inside.count))
        guard let position = device.position, !position.isUndated else { return }
        metrics.add(
            "geofenced_fix_time_seconds", .gauge, "Time of the last good fix, since 1970.",
            position.time.seconds)
        metrics.add(
            "geofenced_fix_lag_seconds", .gauge,
            "How far the last good fix is behind this computer's clock.", now() - position.time)
        metrics.add(
            "geofenced_fix_accuracy_meters", .gauge, "How far off the last good fix may be.",
            position.accuracy)
    }

    /// Sums: a line for each device would be too many.
    private func addDevices(to metrics: inout MetricsText) async {
        let fleet = await fleet.condition()
        metrics.add(
            "geofenced_devices", .gauge, "Devices besides the own source.", Double(fleet.known))
        metrics.add(
            "geofenced_devices_in_memory", .gauge, "Those of them that moved lately.",
            Double(fleet.inMemory))
        metrics.add(
            "geofenced_device_positions_total", .counter,
            "Positions pushed to devices, by what became of them.",
            values: [(["outcome": "accepted"], Double(fleet.counts.accepted))]
                + DropReason.allCases.map { reason in
                    (["outcome": reason.name], Double(fleet.counts.dropped(for: reason)))
                })
        metrics.add(
            "geofenced_device_positions_waiting", .gauge, "Pushed positions still to be judged.",
            Double(fleet.waiting))
    }

    private static func addProcess(to metrics: inout MetricsText) {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return }
        let seconds = [usage.ru_utime, usage.ru_stime].map {
            Double($0.tv_sec) + Double($0.tv_usec) / 1e6
        }
        metrics.add(
            "process_cpu_seconds_total", .counter, "Processor time used.", seconds[0] + seconds[1])
        metrics.add(
            "process_peak_resident_memory_bytes", .gauge, "Most memory in use at any time.",
            Double(usage.ru_maxrss) * 1024)
    }
}

extension Timestamp {
    /// Since 1970.
    fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
