# The gateway under a real systemd, with every restriction of its unit.
. /package/common.sh

expect "the packages install" dpkg -i /package/geofenced.deb /package/geofenced-gateway.deb
configure
systemctl restart geofenced
useradd ann
useradd -G geofenced bob
gateway() { property "$1" geofenced-gateway; }
said() { journalctl -u geofenced-gateway -o cat | grep -q "$1"; }
healthy() { curl -sfk -m 10 "$1" | grep -q '^{"status":"ok"}$'; }
at_socket() {
    su "$1" -c "curl -sf --unix-socket /run/geofenced/gateway.sock http://localhost/health"
}
page=http://127.0.0.1:8377/health

expect "it starts" systemctl restart geofenced-gateway
pid=$(gateway MainPID)
[ "$(stat -c %U "/proc/$pid")" = geofenced-gateway ] || fail "it runs as geofenced-gateway"
ok "it runs as geofenced-gateway"
expect "its port answers" healthy "$page"
expect "its socket answers members of the group" at_socket bob
refuse "and nobody else" at_socket ann
[ "$(stat -c %U:%a /var/lib/geofenced-gateway)" = geofenced-gateway:700 ] || fail "its state is its own"
refuse "which another user cannot open" su ann -c "ls /var/lib/geofenced-gateway"
refuse "nor can geofenced" setpriv --reuid geofenced --regid geofenced --clear-groups \
    ls /var/lib/geofenced-gateway
expect "it says in words how it is" within 25 sh -c \
    'systemctl show -p StatusText --value geofenced-gateway | grep -q "^serving$"'

expect "it reloads" systemctl reload geofenced-gateway
expect "it says so" within 5 said "configuration reloaded"
cp /etc/geofenced/gateway.toml /tmp/gateway.toml
echo "wrong = 1" >>/etc/geofenced/gateway.toml
refuse "a file with a fault is not taken" systemctl reload geofenced-gateway
expect "the log says which" said "wrong: is unknown"
cp /tmp/gateway.toml /etc/geofenced/gateway.toml
[ "$(gateway MainPID)" = "$pid" ] || fail "and it runs on"

replaced() { [ "$(gateway MainPID)" != "$1" ] && [ "$(gateway ActiveState)" = active ]; }
kill -KILL "$pid"
expect "killed, it comes back" within 20 replaced "$pid"
expect "and answers" healthy "$page"

# A router that would take all memory has less than the unit.
pid=$(gateway MainPID)
routes=/var/lib/geofenced-gateway/routes
mkdir "$routes"
for part in nodes relations segments ways; do echo >"$routes/routes-$part.mem"; done
chown -R geofenced-gateway: "$routes"
printf '#!/bin/sh\nexec tail /dev/zero\n' >/usr/bin/routino-router
chmod 755 /usr/bin/routino-router
memory_kills() { sed -n 's/^oom_kill //p' "/sys/fs/cgroup$(gateway ControlGroup)/memory.events"; }
refuse "a router that takes all memory finds no way" geofencectl route 52.37,4.89 52.38,4.9
[ "$(gateway MainPID)" = "$pid" ] && [ "$(memory_kills)" = 0 ] || fail "the gateway runs on"
ok "the gateway runs on"
expect "and answers" healthy "$page"
rm -r "$routes" /usr/bin/routino-router

# A port that others can reach, with TLS, as docs/gateway.md has it.
install -d -o root -g geofenced-gateway -m 0750 /etc/geofenced/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=home \
    -keyout /etc/geofenced/tls/privkey.pem -out /etc/geofenced/tls/fullchain.pem 2>/dev/null
mkdir -p /etc/systemd/system/geofenced-gateway-page.socket.d
printf '[Socket]\nListenStream=\nListenStream=0.0.0.0:443\n' \
    >/etc/systemd/system/geofenced-gateway-page.socket.d/override.conf
systemctl daemon-reload
systemctl stop geofenced-gateway
expect "the socket moves" systemctl restart geofenced-gateway-page.socket
refuse "a port for others is not served without TLS" healthy https://127.0.0.1/health
expect "the log says why" said "can be reached from elsewhere"
cat >/etc/geofenced/gateway.toml <<'END'
listen = "0.0.0.0:443"
public_url = "https://home.example"
certificate = "/etc/geofenced/tls/fullchain.pem"
key = "/etc/geofenced/tls/privkey.pem"
END
chmod 0640 /etc/geofenced/tls/privkey.pem
chgrp geofenced-gateway /etc/geofenced/tls/privkey.pem
systemctl reset-failed geofenced-gateway geofenced-gateway-page.socket geofenced-gateway.socket || true
systemctl restart geofenced-gateway-page.socket geofenced-gateway.socket
expect "with TLS it starts" systemctl restart geofenced-gateway
expect "and answers there" healthy https://127.0.0.1/health
sed -i s/443/8443/ /etc/geofenced/gateway.toml
expect "it starts where systemd listens elsewhere" systemctl restart geofenced-gateway
expect "and says so" said "socket is used instead of the configured one key=listen"
rm -r /etc/systemd/system/geofenced-gateway-page.socket.d
cp /tmp/gateway.toml /etc/geofenced/gateway.toml
systemctl daemon-reload
systemctl stop geofenced-gateway
systemctl restart geofenced-gateway-page.socket geofenced-gateway

mkdir -p /run/systemd/system/geofenced-gateway.service.d
printf '[Service]\nWatchdogSec=3s\nRestartSec=100ms\n' \
    >/run/systemd/system/geofenced-gateway.service.d/test.conf
systemctl daemon-reload
systemctl reset-failed geofenced-gateway
systemctl restart geofenced-gateway
pid=$(gateway MainPID)
sleep 5
[ "$(gateway MainPID)" = "$pid" ] || fail "with nothing to do it keeps the watchdog quiet"
ok "with nothing to do it keeps the watchdog quiet"
kill -STOP "$pid"
expect "one that hangs is replaced" within 20 replaced "$pid"
rm /run/systemd/system/geofenced-gateway.service.d/test.conf
systemctl daemon-reload

systemctl stop geofenced geofenced-control.socket geofenced-notifications.socket
systemctl reset-failed geofenced-gateway
expect "without geofenced it starts" systemctl restart geofenced-gateway
expect "and answers" healthy "$page"
expect "and says so" within 20 said "geofenced does not answer"
expect "it stops" systemctl stop geofenced-gateway
[ "$(gateway Result)" = success ] || fail "in good order: $(gateway Result)"
ok "in good order"
expect "the next who asks starts it" within 20 healthy "$page"

refuse "no system call has ended it" sh -c "journalctl | grep -E 'code=(killed|dumped), status=31'"
expect "its exposure" systemd-analyze security geofenced-gateway --threshold=15 --no-pager
tail -n 1 /tmp/output
echo "systemd $(systemctl --version | awk 'NR == 1 { print $2 }'): all is well"
