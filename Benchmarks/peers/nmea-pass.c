// A plain pass over NMEA: verifies every checksum, reads every field of GGA, RMC, GSA and GST, and
// joins the sentences of one time to an epoch. It judges nothing, keeps nothing, and refuses
// nothing but a wrong checksum: what a reader of NMEA has to do at the least.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct epoch {
    uint64_t clock;  // hhmmss.ss in hundredths
    unsigned date, quality, satellites, mode;
    double latitude, longitude, altitude, geoid, speed, track, pdop, hdop, vdop;
    double rms, major, minor, orientation, north, east, up;
    unsigned used[12];
};

static struct epoch epoch;
static long epochs, sentences, wrong;
static double sums[8];

static const double tenths[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

// Past the field's comma. Digits, with at most one point among them.
static inline const char *number(const char *p, double *value) {
    uint64_t mantissa = 0;
    int places = 0, negative = *p == '-';
    unsigned digit;
    p += negative;
    while ((digit = (unsigned char)*p - '0') < 10) mantissa = mantissa * 10 + digit, p++;
    if (*p == '.') {
        const char *point = ++p;
        while ((digit = (unsigned char)*p - '0') < 10) mantissa = mantissa * 10 + digit, p++;
        places = (int)(p - point) % 10;
    }
    double size = (double)mantissa / tenths[places];
    *value = negative ? -size : size;
    return p + 1;
}

static inline const char *whole(const char *p, unsigned *value) {
    unsigned sum = 0, digit;
    while ((digit = (unsigned char)*p - '0') < 10) sum = sum * 10 + digit, p++;
    *value = sum;
    return p + 1;
}

// dddmm.mmmmm,S: two fields.
static inline const char *angle(const char *p, double *degrees) {
    double value;
    p = number(p, &value);
    unsigned whole_degrees = (unsigned)value / 100;
    value = whole_degrees + (value - whole_degrees * 100.0) / 60;
    *degrees = *p == 'S' || *p == 'W' ? -value : value;
    return p + (*p == ',' ? 1 : 2);
}

static void finish(void) {
    if (!epoch.clock) return;
    epochs++;
    sums[0] += epoch.latitude, sums[1] += epoch.longitude, sums[2] += epoch.altitude;
    sums[3] += epoch.speed, sums[4] += epoch.track, sums[5] += epoch.hdop + epoch.pdop;
    sums[6] += epoch.north + epoch.east + epoch.up + epoch.rms;
    sums[7] += epoch.date + epoch.satellites + epoch.used[0] + epoch.mode + epoch.quality;
}

static inline const char *join(const char *p) {
    double time;
    p = number(p, &time);
    uint64_t clock = (uint64_t)(time * 100 + 0.5) + 1;
    if (clock != epoch.clock) {
        finish();
        epoch.clock = clock;
    }
    return p;
}

static void read_fields(const char *p) {
    switch (p[3] << 16 | p[4] << 8 | p[5]) {
    case 'G' << 16 | 'G' << 8 | 'A':
        p = angle(angle(join(p + 7), &epoch.latitude), &epoch.longitude);
        p = number(whole(whole(p, &epoch.quality), &epoch.satellites), &epoch.hdop);
        p = number(p, &epoch.altitude) + 2;
        number(p, &epoch.geoid);
        break;
    case 'R' << 16 | 'M' << 8 | 'C':
        p = angle(angle(join(p + 7) + 2, &epoch.latitude), &epoch.longitude);
        p = number(number(p, &epoch.speed), &epoch.track);
        whole(p, &epoch.date);
        break;
    case 'G' << 16 | 'S' << 8 | 'A':
        p = whole(p + 9, &epoch.mode);
        for (int i = 0; i < 12; i++) p = whole(p, &epoch.used[i]);
        number(number(number(p, &epoch.pdop), &epoch.hdop), &epoch.vdop);
        break;
    case 'G' << 16 | 'S' << 8 | 'T':
        p = number(number(join(p + 7), &epoch.rms), &epoch.major);
        p = number(number(p, &epoch.minor), &epoch.orientation);
        number(number(number(p, &epoch.north), &epoch.east), &epoch.up);
        break;
    }
}

static inline int hex(char c) { return c <= '9' ? c - '0' : (c & ~32) - 'A' + 10; }

// From the dollar to before the newline.
static inline void line(const char *p, const char *end) {
    if (end > p && end[-1] == '\r') end--;
    if (end - p < 10 || *p != '$' || end[-3] != '*') {
        wrong += end > p;
        return;
    }
    uint64_t words = 0;
    const char *c = p + 1;
    for (; c + 8 <= end - 3; c += 8) {
        uint64_t word;
        memcpy(&word, c, 8);
        words ^= word;
    }
    words ^= words >> 32, words ^= words >> 16, words ^= words >> 8;
    unsigned char sum = (unsigned char)words;
    for (; c < end - 3; c++) sum ^= (unsigned char)*c;
    if (sum != (hex(end[-2]) << 4 | hex(end[-1]))) {
        wrong++;
        return;
    }
    sentences++;
    read_fields(p);
}

int main(int count, char **arguments) {
    static char buffer[256 << 10];
    int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    if (file < 0) return 64;
    size_t kept = 0;
    for (ssize_t bytes; (bytes = read(file, buffer + kept, sizeof buffer - kept)) > 0;) {
        const char *next = buffer, *end = buffer + kept + bytes, *newline;
        while ((newline = memchr(next, '\n', (size_t)(end - next)))) {
            line(next, newline);
            next = newline + 1;
        }
        kept = (size_t)(end - next);
        if (kept == sizeof buffer) return 1;
        memmove(buffer, next, kept);
    }
    finish();
    double total = 0;
    for (int i = 0; i < 8; i++) total += sums[i];
    printf("%ld epochs, %ld sentences, %ld wrong, %g\n", epochs, sentences, wrong, total);
}
