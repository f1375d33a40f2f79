# What `make install` has made, on a bare Debian: the commands of docs/installation.md.
. /package/common.sh

cp /package/lib*.so.* /usr/lib/ && ldconfig
tar -C / --no-same-owner -xf /package/installed.tar
refuse "no library is missing" sh -c \
    "ldd /usr/local/sbin/geofenced* /usr/local/bin/geofencectl | grep 'not found'"
refuse "none of Swift is needed" sh -c \
    "ldd /usr/local/sbin/geofenced* /usr/local/bin/geofencectl | grep -i swift"
for file in man/man8/geofenced.8 man/man1/geofencectl-listen.1 man/man5/geofenced.toml.5 \
    man/man7/geofenced-notifications.7 man/man8/geofenced-gateway.8 man/man5/gateway.toml.5 bash-completion/completions/geofencectl \
    zsh/site-functions/_geofencectl fish/vendor_completions.d/geofencectl.fish; do
    [ -s "/usr/local/share/$file" ] || fail "$file is there"
done
ok "manual and completions are there"

expect "the accounts are made" systemd-sysusers
expect "geofenced's is there" id geofenced
expect "the gateway's is in the group geofenced" sh -c "id -nG geofenced-gateway | grep -qw geofenced"
expect "directories are made" systemd-tmpfiles --create
expect "systemd reads the units" systemctl daemon-reload
expect "and finds nothing wrong with them" systemd-analyze verify --man=no --recursive-errors=no \
    geofenced.service geofenced-control.socket geofenced-notifications.socket \
    geofenced-gateway.service geofenced-gateway-page.socket geofenced-gateway.socket
expect "nor with the user's" env XDG_RUNTIME_DIR=/run \
    systemd-analyze verify --user --man=no --recursive-errors=no \
    /usr/local/lib/systemd/user/geofenced-desktop.service
configure
sed -i s,/usr/share/,/usr/local/share/, /etc/geofenced/geofenced.toml
useradd -G geofenced bob
expect "it starts, now and at every boot" systemctl enable --now geofenced
expect "it is active" systemctl is-active geofenced
pid=$(property MainPID)
[ "$(readlink "/proc/$pid/exe")" = /usr/local/sbin/geofenced ] || fail "it is this one"
ok "it is this one"
expect "a member of the group is served" su bob -c "/usr/local/bin/geofencectl status"
expect "and told what to do next" sh -c "su bob -c /usr/local/bin/geofencectl | grep -q import"
expect "it finds nothing wrong" su bob -c "/usr/local/bin/geofencectl doctor"
expect "the gateway starts" systemctl enable --now geofenced-gateway
expect "and answers" curl -sf http://127.0.0.1:8377/health
expect "the gateway stops" systemctl disable --now geofenced-gateway
expect "it stops" systemctl disable --now geofenced
echo "make install: all is well"
