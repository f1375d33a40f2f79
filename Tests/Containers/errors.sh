# What cannot be read by the C++ in the packaged daemon is an error in words, and a crash says where.
. /package/common.sh

expect "the package installs" dpkg -i /package/geofenced.deb
file=/etc/geofenced/geofenced.toml
regions=/etc/geofenced/regions.geojson

# repeated COUNT TEXT
repeated() { yes "$2" | head -n "$1" | tr -d '\n'; }
one_region() {
    printf '{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[4.9,52]},'
    printf '"properties":{"name":"%s","radius":100}}' "$1"
}
follow_regions() {
    configure
    printf '[regions]\nfile = "%s"\n' "$regions" >>"$file"
}
# is_said WORDS: by the daemon, in one line, that this is wrong.
is_said() {
    status=0
    geofenced --check-config >/dev/null 2>/tmp/output || status=$?
    [ "$status" -eq 1 ] && [ "$(wc -l </tmp/output)" -eq 1 ] && grep -q -- "$1" /tmp/output || {
        head -c 1000 /tmp/output >&2
        fail "it ended with $status, without saying that $1"
    }
    ok "it is said: $1"
}
settings() {
    printf '%s' "$1" >"$file"
    is_said "geofenced.toml$2"
}
geojson() {
    printf '%s' "$1" >"$regions"
    is_said "regions.geojson$2"
}

settings 'source = "nmea:' ":1: syntax error in string"
settings '[=' ":1: syntax error"
settings "a = $(repeated 20000 '[')" ":1: syntax error: nested too deep"
settings "$(repeated 20000 'a.')b = 1" ":1: syntax error: nested too deep"
settings "$(printf 'a = "\377"')" ":1: is not UTF-8"
follow_regions
geojson '[' ":1: is not GeoJSON"
geojson '{"type":"FeatureCollection","features":[{"type":}]}' ":1: is not JSON"
geojson "{\"type\":\"Feature\",\"geometry\":$(repeated 20000 '[')$(repeated 20000 ']')}" ":1: is not JSON: it is nested"
geojson "$(one_region "$(printf '\377')")" ":1: is not JSON: it is not UTF-8"

# Where the daemon's account may read it.
cp /package/no-memory.so /usr/local/lib
long=$(repeated 300000 x)
one_region a >"$regions"
export LD_PRELOAD=/usr/local/lib/no-memory.so
expect "with little memory, small files are read" geofenced --check-config
settings "source = \"$long\"" ": needs too much memory"
follow_regions
geojson "$(one_region "$long")" ":1: needs too much memory"
unset LD_PRELOAD

# The same while it runs.
one_region a >"$regions"
mkdir -p /run/systemd/system/geofenced.service.d
printf '[Service]\nEnvironment=LD_PRELOAD=/usr/local/lib/no-memory.so\n' \
    >/run/systemd/system/geofenced.service.d/test.conf
systemctl daemon-reload
expect "it starts" systemctl restart geofenced
pid=$(property MainPID)
# refused WORDS: the daemon does not take what is there now, and runs on.
refused() {
    systemctl kill --kill-who=main -s HUP geofenced
    expect "reloaded, it is said: $1" within 10 sh -c \
        "journalctl -u geofenced -o cat | grep -q 'configuration not reloaded error=.*$1'"
    geofencectl status --socket /run/geofenced/control.sock >/tmp/output 2>&1 \
        && [ "$(property MainPID)" = "$pid" ] || fail "it runs on"
    ok "and it runs on"
}
one_region "$long" >"$regions"
refused "regions.geojson:1: needs too much memory"
echo '[' >"$regions"
refused "regions.geojson:1: is not GeoJSON"
echo "source = \"$long\"" >"$file"
refused "geofenced.toml: needs too much memory"
echo '[=' >"$file"
refused "geofenced.toml:1: syntax error"

follow_regions
one_region a >"$regions"
crashes() { journalctl -u geofenced -o cat | grep -c "status=[0-9]*/$1" || true; }
frames() { journalctl -u geofenced -o cat | grep -c "^/usr/sbin/geofenced(+0x" || true; }
for signal in SEGV ILL ABRT; do
    systemctl reset-failed geofenced
    systemctl restart geofenced
    before=$(frames)
    systemctl kill --kill-who=main -s "$signal" geofenced
    killed() { [ "$(crashes "$signal")" -eq 1 ]; }
    expect "killed by $signal, it ends by that" within 10 killed
    [ $(($(frames) - before)) -ge 5 ] || fail "the journal has $(($(frames) - before)) calls"
    ok "and the journal has $(($(frames) - before)) calls of where it was"
done
. /etc/os-release
echo "$PRETTY_NAME: all is well"
