# The daemon under a real systemd, with every restriction of its unit.
. /package/common.sh

expect "the package installs" dpkg -i /package/geofenced.deb
configure
useradd ann
useradd -G geofenced bob

expect "it starts" systemctl restart geofenced
pid=$(property MainPID)
[ "$(stat -c %U "/proc/$pid")" = geofenced ] || fail "it runs as geofenced"
ok "it runs as geofenced"
expect "it says in words how it is" within 25 sh -c \
    'systemctl show -p StatusText --value geofenced | grep -q "of 10.. positions accepted"'
[ "$(stat -c %U:%a /var/lib/geofenced)" = geofenced:700 ] || fail "its state is its own"
ok "its state is its own"
expect "a member of the group is served" su bob -c "geofencectl status"
refuse "nobody else is" su ann -c "geofencectl status"
grep -q "usermod -aG geofenced" /tmp/output || fail "who is not is told what to do"
ok "who is not is told what to do"
expect "a member finds nothing wrong" su bob -c "geofencectl doctor"
expect "curl is answered" curl -sf --unix-socket /run/geofenced/control.sock \
    http://localhost/v1/metrics
expect "root imports places" geofencectl places import \
    /usr/share/doc/geofenced/examples/amsterdam-places.csv
expect "and the daemon has them" sh -c "geofencectl places search hema | grep -q HEMA"

expect "it reloads" systemctl reload geofenced
expect "it says so" within 5 sh -c "journalctl -u geofenced | grep -q 'configuration reloaded'"
echo "wrong = 1" >>/etc/geofenced/geofenced.toml
refuse "a file with a fault is not taken" systemctl reload geofenced
expect "the log says which" sh -c "journalctl -u geofenced | grep -q 'wrong: is unknown'"
[ "$(property MainPID)" = "$pid" ] || fail "and the daemon runs on"
expect "and the daemon runs on" su bob -c "geofencectl status --socket /run/geofenced/control.sock"
configure

inode=$(stat -c %i /run/geofenced/control.sock)
kill -KILL "$pid"
replaced() { [ "$(property MainPID)" != "$1" ] && [ "$(property ActiveState)" = active ]; }
expect "killed, it comes back" within 20 replaced "$pid"
[ "$(stat -c %i /run/geofenced/control.sock)" = "$inode" ] || fail "its sockets stayed"
ok "its sockets stayed"
expect "and it serves" su bob -c "geofencectl status"

mkdir -p /run/systemd/system/geofenced.service.d
printf '[Service]\nWatchdogSec=3s\nRestartSec=100ms\n' \
    >/run/systemd/system/geofenced.service.d/test.conf
systemctl daemon-reload
systemctl restart geofenced
pid=$(property MainPID)
sleep 5
[ "$(property MainPID)" = "$pid" ] || fail "with nothing to do it keeps the watchdog quiet"
ok "with nothing to do it keeps the watchdog quiet"
kill -STOP "$pid"
expect "one that hangs is replaced" within 20 replaced "$pid"
rm /run/systemd/system/geofenced.service.d/test.conf
systemctl daemon-reload

expect "it stops" systemctl stop geofenced
[ "$(property Result)" = success ] || fail "in good order: $(property Result)"
ok "in good order"
expect "the next who asks starts it" su bob -c "geofencectl status"
[ "$(property ActiveState)" = active ] || fail "it is active"

sed -i 's/^source.*/source = "gpsd:localhost:2947"/' /etc/geofenced/geofenced.toml
systemctl mask --now gpsd.socket gpsd.service >/dev/null 2>&1
systemctl restart geofenced >/dev/null 2>&1 || true
if journalctl -u geofenced -n 20 | grep -q "no position source is called"; then
    echo "skipped: this geofenced has no gpsd source"
else
    expect "without gpsd it starts and waits" su bob -c "geofencectl status"
    refuse "and doctor says what is missing" su bob -c "geofencectl doctor"
    grep -q "gpsd.socket" /tmp/output || fail "with what to do"
fi

refuse "no system call has ended it" sh -c "journalctl | grep -E 'code=(killed|dumped), status=31'"
expect "its exposure" systemd-analyze security geofenced --threshold=12 --no-pager
tail -n 1 /tmp/output
echo "systemd $(systemctl --version | awk 'NR == 1 { print $2 }'): all is well"
