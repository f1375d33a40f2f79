// Writes a made-up walk of one fix a second, the same for the same arguments:
//     make-track nmea|gpx COUNT
// As NMEA an epoch is GGA, RMC, GSA and GST, as a u-blox receiver writes them.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state = 88172645463325252u;

// Marsaglia's xorshift, 0..<1.
static double chance(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) * 0x1p-53;
}

struct fix {
    struct tm time;
    double latitude, longitude, altitude, speed, track, hdop, deviation;
    int satellites;
};

static void sentence(const char *body) {
    unsigned char sum = 0;
    for (const char *c = body; *c; c++) sum ^= (unsigned char)*c;
    printf("$%s*%02X\r\n", body, sum);
}

// ddmm.mmmmm,N
static void angle(char *text, double degrees, int digits, const char *sides) {
    long units = lround(fabs(degrees) * 60e5);
    sprintf(text, "%0*ld%02ld.%05ld,%c", digits, units / 6000000, units / 100000 % 60,
            units % 100000, sides[degrees < 0]);
}

static void write_nmea(const struct fix *fix) {
    char clock[16], date[8], north[20], east[20], body[128];
    strftime(clock, sizeof clock, "%H%M%S.00", &fix->time);
    strftime(date, sizeof date, "%d%m%y", &fix->time);
    angle(north, fix->latitude, 2, "NS");
    angle(east, fix->longitude, 3, "EW");
    sprintf(body, "GNGGA,%s,%s,%s,1,%02d,%.2f,%.1f,M,45.9,M,,", clock, north, east,
            fix->satellites, fix->hdop, fix->altitude);
    sentence(body);
    sprintf(body, "GNRMC,%s,A,%s,%s,%.3f,%.2f,%s,,,A", clock, north, east, fix->speed * 1.943844,
            fix->track, date);
    sentence(body);
    sprintf(body, "GNGSA,A,3,05,07,08,10,15,18,21,27,,,,,%.2f,%.2f,%.2f", fix->hdop * 1.8,
            fix->hdop, fix->hdop * 1.5);
    sentence(body);
    sprintf(body, "GNGST,%s,%.1f,,,,%.2f,%.2f,%.2f", clock, fix->deviation * 3, fix->deviation,
            fix->deviation * 0.9, fix->deviation * 1.6);
    sentence(body);
}

static void write_gpx(const struct fix *fix) {
    char when[32];
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &fix->time);
    printf("<trkpt lat=\"%.7f\" lon=\"%.7f\"><ele>%.1f</ele><time>%s</time><sat>%d</sat>"
           "<hdop>%.2f</hdop></trkpt>\n",
           fix->latitude, fix->longitude, fix->altitude, when, fix->satellites, fix->hdop);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    int is_gpx = strcmp(arguments[1], "gpx") == 0;
    long fixes = atol(arguments[2]);
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    struct fix fix = {.latitude = 52.37, .longitude = 4.89, .altitude = 4, .speed = 1.4};
    if (is_gpx)
        puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"bench\" "
             "xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>");
    for (long i = 0; i < fixes; i++) {
        time_t time = 1780308000 + i;  // 2026-06-01T10:00:00Z
        gmtime_r(&time, &fix.time);
        fix.track = fmod(fix.track + 20 * (chance() - 0.48) + 360, 360);
        fix.speed = 1.0 + 0.8 * chance();
        fix.latitude += fix.speed * cos(fix.track * M_PI / 180) / 111250;
        fix.longitude += fix.speed * sin(fix.track * M_PI / 180) / 68000;
        fix.altitude = 4 + 3 * chance();
        fix.hdop = 0.7 + 0.6 * chance();
        fix.deviation = 1.5 + 2 * chance();
        fix.satellites = 8 + (int)(5 * chance());
        if (is_gpx) write_gpx(&fix);
        else write_nmea(&fix);
    }
    if (is_gpx) puts("</trkseg></trk></gpx>");
    return fflush(stdout) != 0;
}
