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

# What a member of the group does without root, with places of every format.
member() {
    configure
    systemctl restart geofenced
    gpasswd -a ann geofenced >/dev/null
    as_ann="setpriv --reuid ann --regid ann --init-groups env HOME=/tmp"
    places=/usr/share/doc/geofenced/examples/amsterdam-places.csv
    [ -e $places ] || places=/tmp/places.csv
    [ -e $places ] ||
        printf 'id,name,lat,lon,street,housenumber,city\n1,Dam,52.3731,4.8926,Dam,20,Amsterdam\n' >$places
    printf '<gpx version="1.1"><wpt lat="52.4" lon="4.9"><name>W</name></wpt></gpx>' >/tmp/way.gpx
    printf '{"type":"Feature","id":"a","properties":{"name":"F"},"geometry":{"type":"Point","coordinates":[4.9,52.4]}}' \
        >/tmp/feature.geojson
    printf '<osm version="0.6"><node id="1" version="1" lat="52.4" lon="4.9"><tag k="name" v="O"/><tag k="amenity" v="cafe"/></node></osm>' \
        >/tmp/cafe.osm
    for file in $places /tmp/way.gpx /tmp/feature.geojson; do
        expect "a member imports $file" $as_ann geofencectl places import "$file"
    done
    refuse "without osmium, OSM is refused" $as_ann geofencectl places import /tmp/cafe.osm
    grep -q 'apt install osmium-tool' /tmp/output || fail "what to install is told"
    if apt-get update >/dev/null && apt-get install --no-install-recommends osmium-tool >/dev/null; then
        expect "with osmium, the service imports OSM" $as_ann geofencectl places import /tmp/cafe.osm
        expect "and from a pipe" sh -c "$as_ann geofencectl places import - </tmp/cafe.osm"
    else
        echo "osmium-tool cannot be had here: OSM is not imported"
    fi
    expect "a member adds a home" $as_ann geofencectl places add --name Home --at 52.37,4.89 --favourite
    expect "and by its address" $as_ann geofencectl places add --name Work --address 'Dam 20, Amsterdam'
    expect "and lists it" sh -c "$as_ann geofencectl places list | grep -q own/home"
    expect "and moves it" $as_ann geofencectl places edit own/home --at 52.38,4.89
    expect "and removes it" $as_ann geofencectl places remove own/home
    expect "the service knows where it is" within 20 $as_ann geofencectl here
    expect "and makes it a place" $as_ann geofencectl here 'Boat house' --favourite
    useradd eve
    refuse "who is no member may not" setpriv --reuid eve --regid eve --init-groups \
        geofencectl places import /tmp/way.gpx
    grep -q 'usermod -aG geofenced' /tmp/output || fail "who is no member is told what to do"
}

for list in /tmp/first /tmp/last; do
    [ $list = /tmp/first ] || member
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
