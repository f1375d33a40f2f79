# The first hour of a member of the group, without root: what new users tried, and must work.
. /package/common.sh

expect "the package installs" dpkg -i /package/geofenced.deb
examples=/usr/share/doc/geofenced/examples
places=$examples/amsterdam-places.csv
walk=$examples/amsterdam-walk.nmea
useradd ann
useradd eve
gpasswd -a ann geofenced >/dev/null
cat >/etc/geofenced/geofenced.toml <<END
source = "nmea:$walk"
now = true
at_end = "wait"
END
systemctl restart geofenced
cd /tmp
ann() { setpriv --reuid ann --regid ann --init-groups env HOME=/tmp TZ=Europe/Amsterdam "$@"; }

# said WORDS TEXT COMMAND…: that it says so, in whatever way it ends.
said() {
    words=$1 text=$2
    shift 2
    ann timeout 60 "$@" >/tmp/output 2>&1 || true
    grep -q -e "$text" /tmp/output || {
        tail -n 10 /tmp/output >&2
        fail "$words"
    }
    ok "$words"
}

# Places, through the service.
printf '<gpx version="1.1"><wpt lat="52.4" lon="4.9"><name>W</name></wpt></gpx>' >way.gpx
printf '{"type":"Feature","id":"a","properties":{"name":"F"},"geometry":{"type":"Point","coordinates":[4.9,52.4]}}' \
    >feature.geojson
printf '<osm version="0.6"><node id="1" version="1" lat="52.4" lon="4.9"><tag k="name" v="O"/><tag k="amenity" v="cafe"/></node></osm>' \
    >cafe.osm
for file in $places way.gpx feature.geojson cafe.osm; do
    expect "a member imports $file" ann geofencectl places import "$file"
done
expect "and OpenStreetMap from a pipe" sh -c "setpriv --reuid ann --regid ann --init-groups \
    geofencectl places import - --source osm <cafe.osm"
mv /usr/bin/osmium /tmp/osmium
said "without osmium, it says what to install" 'apt install osmium-tool' \
    geofencectl places import cafe.osm
mv /tmp/osmium /usr/bin/osmium
refuse "who is no member may not" setpriv --reuid eve --regid eve --init-groups \
    geofencectl places import way.gpx
grep -q 'usermod -aG geofenced' /tmp/output || fail "who is no member is told what to do"

# Places of one's own.
expect "a member adds a home" ann geofencectl places add --name Home --at 52.37,4.89 --favourite
expect "and by its address" ann geofencectl places add --name Work --address 'Dam 20, Amsterdam'
expect "and by its town" ann geofencectl places add --name Town --at Amsterdam
said "and lists them" own/home geofencectl places list
expect "and moves it" ann geofencectl places edit own/home --at 52.38,4.89
expect "and removes it" ann geofencectl places remove own/home
expect "the service knows where it is" within 20 ann geofencectl here
expect "and makes it a place" ann geofencectl here 'Boat house' --favourite

# Where, and what.
said "a street is found" 'Dam 20\|Damrak' geofencectl places search cafe --near Damrak
said "a town is" 'around Amsterdam' geofencectl places search cafe --near amsterdam
said "a postcode is" 'around 1012 NP' geofencectl places search cafe --near 1012np
said "a name is" 'Rijksmuseum' geofencectl places search museum --near rijksmuseum
said "here is" 'id' geofencectl places search cafe --near here
said "swapped coordinates are asked about" 'did you mean 52.37,4.89' \
    geofencectl places search cafe --near 4.89,52.37
said "supermarkt is a category" 'shop=supermarket' geofencectl favourites add supermarkt
said "cafés are one" 'Café' geofencectl places search --category cafés --near Dam

# When.
for time in friday 'fri 8pm' 20.00 tomorrow 'tomorrow 9:00' '2 hours' +7d; do
    expect "a deal until $time" ann geofencectl deals add --name A --company B --category food \
        --at 52.3731,4.8926 --until "$time"
done
said "other times are answered with the forms" 'tomorrow' \
    geofencectl deals add --name A --company B --category food --at 52.37,4.89 --until blah

# Words.
said "a misspelt command is named" 'status' geofencectl statsu --json
said "and one below another" 'add' geofencectl favourites ad starbucks
expect "status is JSON" sh -c "setpriv --reuid ann --regid ann --init-groups \
    geofencectl status --json | grep -q '^{'"
said "listen says what it waits for" 'listening' timeout 3 geofencectl listen

# Files of all kinds.
iconv -t UTF-16 $walk >walk16.nmea
said "UTF-16 is read" '1013 reports read' geofencectl replay walk16.nmea --places $places \
    --favourite starbucks
printf 'id;name;lat;lon\n1;Caf\351;52,37;4,89\n' >cafes.csv
expect "Windows-1252 is" ann geofencectl places import cafes.csv
said "with its letters" 'Café' geofencectl places show cafes/1
refuse "what is no trace is no trace of 0 reports" ann geofencectl replay /usr/bin/true
printf '<gpx version="1.1"><rte><rtept lat="52.37" lon="4.89"/><rtept lat="52.38" lon="4.9"/></rte></gpx>' \
    >route.gpx
expect "a route is travelled" ann geofencectl simulate route.gpx -o route.nmea
expect "with a map" ann geofencectl replay route.nmea --places $places --map route.html
echo "the first hour: all is well"
