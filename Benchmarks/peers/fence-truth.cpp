// What is true: the geodesic (C. Karney's, exact to nanometres) to every region in a band of
// latitude, of a list that is sorted by it. Slow, and as simple as can be.
#include "fences.h"

int main(int count, char **arguments) {
    Bench bench(count, arguments);
    std::vector<uint32_t> order(bench.regions.size());
    for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
    auto &regions = bench.regions;
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return regions[a].latitude < regions[b].latitude; });
    Membership membership;
    membership.file = fopen(bench.events_path, "wb");
    for (uint32_t i = 0; i < bench.fixes.size(); i++) {
        Point fix = bench.fixes[i];
        membership.now.clear();
        double north = 0.002, east = north / cos(fix.latitude * M_PI / 180);
        auto first = std::lower_bound(
            order.begin(), order.end(), fix.latitude - north,
            [&](uint32_t a, double latitude) { return regions[a].latitude < latitude; });
        for (; first != order.end() && regions[*first].latitude < fix.latitude + north; first++)
            if (fabs(regions[*first].longitude - fix.longitude) < east &&
                geodesic(fix, regions[*first]) <= radius)
                membership.now.push_back(*first);
        membership.follow(i);
    }
    fclose(membership.file);
    printf("%llu events\n", (unsigned long long)membership.events);
}
