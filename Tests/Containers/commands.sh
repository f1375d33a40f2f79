# What README.md and docs/ say to type that takes root, a service manager or the package is typed, in
# their order. What takes none of these is typed by DocumentedCommandsTests.
. /package/common.sh

echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/99test
printf '#!/bin/sh\nexec "$@"\n' >/usr/local/bin/sudo
chmod +x /usr/local/bin/sudo
useradd ann
export USER=ann PAGER=cat PATH="/usr/local/bin:$PATH"
mkdir -p /root/here/.build/deb && cd /root/here
for machine in amd64 arm64; do cp /package/geofenced.deb "geofenced_0.1.0_$machine.deb"; done
cp /package/geofenced.deb .build/deb/geofenced_0.1.0_amd64.deb

# Without the one that builds, which has no place here: check-install does that.
commands() {
    sed -n 's/^\$ \(make [a-z]* && \)\{0,1\}\(.*\)/\2/p' "$@" |
        grep -E '^(sudo|systemctl|journalctl|geofencectl$|geofencectl doctor$)' |
        grep -v 'make install'
}
commands /package/README.md /package/docs/tutorial.md /package/docs/installation.md \
    /package/docs/receivers.md /package/docs/backup.md /package/docs/privacy.md >/tmp/commands
# Each needs what those before have left, and a program to answer: so the removal comes last.
grep -v -E 'apt (remove|purge)' /tmp/commands >/tmp/first
grep -E 'apt (remove|purge)' /tmp/commands >/tmp/last

for list in /tmp/first /tmp/last; do
    while read -r command; do
        case $command in
        # Nobody is logged in: what it would enable is enabled for everybody.
        *--user*) command=$(echo "$command" | sed 's/--user/--global/; s/--now //') ;;
        # There is no receiver, and that is what it says.
        *doctor*) command="$command || [ \$? -eq 1 ]" ;;
        esac
        expect "$command" sh -c "$command </dev/null"
    done <$list
done
count=$(wc -l </tmp/commands)
[ "$count" -ge 15 ] || fail "only $count commands were found"
echo "$count commands of the README and docs/: all is well"
