# What the scripts that run in a container share.
set -eu
export DEBIAN_FRONTEND=noninteractive

ok() { echo "ok: $1"; }

fail() {
    echo "FAILED: $1" >&2
    systemctl status geofenced --no-pager >&2 || true
    journalctl -u geofenced -u geofenced-gateway --no-pager -n 25 >&2 || true
    exit 1
}

# expect WORDS COMMAND…: that it succeeds.
expect() {
    words=$1
    shift
    "$@" >/tmp/output 2>&1 || {
        tail -n 10 /tmp/output >&2
        fail "$words"
    }
    ok "$words"
}

refuse() {
    words=$1
    shift
    if "$@" >/tmp/output 2>&1; then fail "$words"; fi
    ok "$words"
}

# Until a command succeeds, at most so many seconds.
within() {
    seconds=$1
    shift
    end=$(($(date +%s) + seconds))
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt "$end" ] || return 1
        sleep 0.1
    done
}

# property NAME [SERVICE]
property() { systemctl show -p "$1" --value "${2:-geofenced}"; }

# A walk for the daemon to follow, without a receiver.
configure() {
    cat >/etc/geofenced/geofenced.toml <<END
source = "nmea:/usr/share/doc/geofenced/examples/amsterdam-walk.nmea"
speed = "max"
at_end = "wait"
END
}
