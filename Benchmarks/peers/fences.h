// What the fence peers share: the world, the exact distance, enter and exit, and the talk with
// Benchmarks/bench. Regions are circles of 200 m; being at most so far from a centre is being inside.
#pragma once
#include <GeographicLib/Geodesic.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

struct Point {
    double latitude, longitude;
};

constexpr double radius = 200;

inline std::vector<Point> points(const char *path, size_t count) {
    std::vector<Point> points(count);
    FILE *file = fopen(path, "rb");
    if (!file || fread(points.data(), sizeof(Point), count, file) != count) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return points;
}

inline double geodesic(Point a, Point b) {
    double metres;
    GeographicLib::Geodesic::WGS84().Inverse(
        a.latitude, a.longitude, b.latitude, b.longitude, metres);
    return metres;
}

// The ground around a fix as a plane. Where that is too near the edge to tell, the geodesic does.
struct Plane {
    Point origin;
    double north, north_slope, east, east_slope;  // metres a degree, and their change a degree

    explicit Plane(Point origin) : origin(origin) {
        const double degree = M_PI / 180, f = 1 / 298.257223563, e2 = f * (2 - f);
        double sine = sin(origin.latitude * degree), cosine = cos(origin.latitude * degree);
        double w2 = 1 - e2 * sine * sine, prime = 6378137 / sqrt(w2);
        double meridian = prime * (1 - e2) / w2;
        north = meridian * degree;
        north_slope = 1.5 * meridian * e2 * sine * cosine / w2 * degree * degree;
        east = prime * cosine * degree;
        east_slope = -0.5 * meridian * sine * degree * degree;
    }

    bool is_inside(Point center) const {
        double up = center.latitude - origin.latitude;
        double y = up * (north + north_slope * up);
        double x = (center.longitude - origin.longitude) * (east + east_slope * up);
        double square = x * x + y * y;
        constexpr double least = (radius - 1e-3) * (radius - 1e-3);
        constexpr double most = (radius + 1e-3) * (radius + 1e-3);
        if (square < least || square > most) return square < least;
        return geodesic(origin, center) <= radius;
    }

    // Degrees that the circle reaches at most, with a little to spare.
    double reach_north() const { return radius * 1.0001 / north; }
    double reach_east() const { return radius * 1.001 / east; }
};

// Enters and exits: what is in one of two ascending lists of places and not in the other.
struct Membership {
    std::vector<uint32_t> inside, now;
    uint64_t events = 0;
    FILE *file = nullptr;

    void tell(uint32_t fix, uint32_t place, bool is_enter) {
        events++;
        if (!file) return;
        uint32_t words[] = {fix, place << 1 | is_enter};
        fwrite(words, sizeof words, 1, file);
    }

    // `now` holds what the fix is in, in any order.
    void follow(uint32_t fix) {
        std::sort(now.begin(), now.end());
        auto a = inside.begin(), b = now.begin();
        while (a != inside.end() || b != now.end()) {
            if (b == now.end() || (a != inside.end() && *a < *b)) tell(fix, *a++, false);
            else if (a == inside.end() || *b < *a) tell(fix, *b++, true);
            else a++, b++;
        }
        std::swap(inside, now);
    }
};

inline double seconds(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

inline long anonymous_memory() {
    long kibibytes = 0;
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, file)) sscanf(line, "RssAnon: %ld", &kibibytes);
    fclose(file);
    return kibibytes * 1024;
}

// Arguments: REGIONS COUNT FIXES COUNT EVENTS, and a peer's own. `load` gets the regions; `find`
// appends to a list what a fix is in; those that ask in batches give `find_all` instead.
struct Bench {
    std::vector<Point> regions, fixes;
    const char *events_path, *option;
    long before = 0;

    explicit Bench(int count, char **arguments) {
        if (count < 6) exit(64);
        regions = points(arguments[1], atol(arguments[2]));
        fixes = points(arguments[3], atol(arguments[4]));
        events_path = arguments[5];
        option = count > 6 ? arguments[6] : "";
        before = anonymous_memory();
    }

    // `pass` takes all fixes through a membership. Reads "PASSES\n", answers with seconds.
    template <typename Pass>
    int serve(Pass pass) {
        long bytes = anonymous_memory() - before;
        Membership first;
        first.file = fopen(events_path, "wb");
        pass(first);
        fclose(first.file);
        printf("ready %llu events %.1f bytes\n", (unsigned long long)first.events,
               (double)bytes / (double)regions.size());
        fflush(stdout);
        for (int passes; scanf("%d", &passes) == 1;) {
            double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
            for (int i = 0; i < passes; i++) {
                Membership membership;
                pass(membership);
                if (membership.events != first.events) return 1;
            }
            printf("%.9f %.9f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
                   seconds(CLOCK_MONOTONIC) - wall);
            fflush(stdout);
        }
        return 0;
    }
};
