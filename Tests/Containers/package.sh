# The package's life on a bare Debian: installed, upgraded, removed, purged.
. /package/common.sh

expect "the package installs" dpkg -i /package/geofenced.deb
for file in /usr/sbin/geofenced /usr/bin/geofencectl /usr/share/man/man8/geofenced.8.gz \
    /usr/share/man/man1/geofencectl-listen.1.gz /usr/share/man/man5/geofenced.toml.5.gz \
    /usr/share/man/man7/geofenced-notifications.7.gz \
    /usr/share/bash-completion/completions/geofencectl \
    /usr/share/zsh/vendor-completions/_geofencectl \
    /usr/share/fish/vendor_completions.d/geofencectl.fish \
    /lib/systemd/user/geofenced-desktop.service; do
    [ -s "$file" ] || fail "$file is there"
done
ok "programs, manual, completions and the unit for desktops are there"
expect "both programs run" sh -c "geofenced --version && geofencectl --version"
refuse "no library is missing" sh -c "ldd /usr/sbin/geofenced /usr/bin/geofencectl | grep 'not found'"
expect "bash takes its completions" bash -n /usr/share/bash-completion/completions/geofencectl
expect "the account is there" id geofenced
for unit in geofenced.service geofenced-control.socket geofenced-notifications.socket; do
    expect "$unit is enabled" systemctl is-enabled "$unit"
done
expect "traces are replayed" geofencectl replay \
    /usr/share/doc/geofenced/examples/amsterdam-walk.nmea \
    --places /usr/share/doc/geofenced/examples/amsterdam-places.csv --favourite starbucks

configure
systemctl restart geofenced
expect "the daemon runs" systemctl is-active geofenced

# The next version, with another configuration.
dpkg-deb -R /package/geofenced.deb /tmp/next
sed -i 's/^Version: .*/&+next/' /tmp/next/DEBIAN/control
dpkg-deb --root-owner-group -Znone -b /tmp/next /tmp/same.deb >/dev/null
sed -i 's/^Version: .*/&2/' /tmp/next/DEBIAN/control
echo "# new" >>/tmp/next/etc/geofenced/geofenced.toml
dpkg-deb --root-owner-group -Znone -b /tmp/next /tmp/other.deb >/dev/null

starts() { journalctl -u geofenced -o cat | grep -c "^listening" || true; }
cp /etc/geofenced/geofenced.toml /tmp/mine.toml
pid=$(systemctl show -p MainPID --value geofenced)
before=$(starts)
expect "it upgrades" dpkg -i /tmp/same.deb
expect "what was set stays" cmp /etc/geofenced/geofenced.toml /tmp/mine.toml
[ "$(systemctl show -p MainPID --value geofenced)" != "$pid" ] || fail "the new one runs"
[ "$(starts)" -eq $((before + 1)) ] || fail "it was started $(($(starts) - before)) times, not once"
ok "the new one runs, started once"
expect "it upgrades to another configuration" dpkg -i --force-confold /tmp/other.deb
expect "what was set stays then too" cmp /etc/geofenced/geofenced.toml /tmp/mine.toml
[ -f /etc/geofenced/geofenced.toml.dpkg-dist ] || fail "and the new one lies beside it"
ok "and the new one lies beside it"
expect "the daemon still runs" systemctl is-active geofenced

# The gateway, a package of its own, which geofenced does without.
refuse "geofenced needs nothing of the gateway's" sh -c \
    "ldd /usr/sbin/geofenced /usr/bin/geofencectl | grep -E 'curl|sodium|qrencode'"
refuse "it has brought nothing of the gateway along" sh -c "dpkg -L geofenced | grep gateway"
expect "the gateway installs" dpkg -i /package/geofenced-gateway.deb
for file in /usr/sbin/geofenced-gateway /usr/share/man/man8/geofenced-gateway.8.gz \
    /usr/share/man/man5/gateway.toml.5.gz /etc/geofenced/gateway.toml \
    /usr/share/geofenced/page/index.html; do
    [ -s "$file" ] || fail "$file is there"
done
ok "its program, page, manual and configuration are there"
expect "it runs" geofenced-gateway --version
refuse "no library is missing" sh -c "ldd /usr/sbin/geofenced-gateway | grep 'not found'"
expect "its account is in the group geofenced" sh -c "id -nG geofenced-gateway | grep -qw geofenced"
for unit in geofenced-gateway.service geofenced-gateway-page.socket geofenced-gateway.socket; do
    expect "$unit is enabled" systemctl is-enabled "$unit"
done
healthy() { curl -sf http://127.0.0.1:8377/health | grep -q '"ok"'; }
expect "its port answers" within 20 healthy
dpkg-deb -R /package/geofenced-gateway.deb /tmp/next-gateway
sed -i 's/^Version: .*/&+next/' /tmp/next-gateway/DEBIAN/control
dpkg-deb --root-owner-group -Znone -b /tmp/next-gateway /tmp/gateway.deb >/dev/null
pid=$(property MainPID geofenced-gateway)
echo '# mine' >>/etc/geofenced/gateway.toml
cp /etc/geofenced/gateway.toml /tmp/gateway.toml
expect "it upgrades" dpkg -i /tmp/gateway.deb
expect "what was set stays" cmp /etc/geofenced/gateway.toml /tmp/gateway.toml
[ "$(property MainPID geofenced-gateway)" != "$pid" ] || fail "the new one runs"
expect "the new one answers" within 20 healthy
expect "it is removed" dpkg -r geofenced-gateway
refuse "and has ended" systemctl is-active geofenced-gateway
refuse "nobody listens at its port" curl -s http://127.0.0.1:8377/health
expect "what it knew stays" test -s /var/lib/geofenced-gateway/gateway.sqlite
expect "it is purged" dpkg -P geofenced-gateway
refuse "none of its state is left" test -e /var/lib/geofenced-gateway
refuse "none of its configuration is" test -e /etc/geofenced/gateway.toml
expect "the daemon runs on" systemctl is-active geofenced

# Nobody does all of this in ten seconds: systemd would take one start more for a loop.
systemctl reset-failed geofenced
expect "it is removed" dpkg -r geofenced
refuse "the daemon has ended" systemctl is-active geofenced
refuse "its sockets too" sh -c "ls /run/geofenced/*.sock"
expect "what was set stays" cmp /etc/geofenced/geofenced.toml /tmp/mine.toml
expect "and what it knew" test -s /var/lib/geofenced/places.sqlite
expect "it is installed again" dpkg -i /tmp/other.deb
expect "and runs with both" systemctl is-active geofenced
expect "it is purged" dpkg -P geofenced
refuse "no configuration is left" test -e /etc/geofenced
refuse "no state is left" test -e /var/lib/geofenced
refuse "no unit is left" sh -c "systemctl list-unit-files | grep geofenced"
. /etc/os-release
echo "$PRETTY_NAME: all is well"
