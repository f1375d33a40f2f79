-- Which things of OpenStreetMap are on the base map, in which layer, and from which zoom on.
-- tilemaker calls node_function and way_function for each node, way and multipolygon;
-- docs/places.md lists what the layers have.

-- A set of the words.
local function set(...)
    local words = {}
    for _, word in ipairs({ ... }) do words[word] = true end
    return words
end

-- The zoom from which an area is at least `side` pixels wide and high, at 50 degrees of latitude.
local function zoom_of(square_metres, side)
    if square_metres <= 0 then return 14 end
    local zoom = math.ceil(math.log(100600 * side / math.sqrt(square_metres)) / math.log(2))
    return math.max(0, math.min(14, zoom))
end

-- MARK: Points

node_keys = { "place", "natural", "railway", "aeroway" }

-- The zoom from which the name of a populated place is there.
local place_zooms = {
    country = 2, state = 4, region = 6, island = 10, city = 5, borough = 11, town = 8, suburb = 11,
    village = 10, quarter = 12, neighbourhood = 13, hamlet = 12, islet = 13, square = 14,
    isolated_dwelling = 14, locality = 14,
}

local function is_capital(node)
    local capital = node:Find("capital")
    return capital == "yes" or capital == "2"
end

local function population(object)
    return tonumber((string.gsub(object:Find("population"), "[ ,.]", "")))
end

-- Big towns are named from farther away than small ones.
local function zoom_of_place(kind, people, capital)
    local zoom = place_zooms[kind]
    if kind == "city" and (capital or people and people > 500000) then return 4 end
    if kind == "town" and people and people > 50000 then return 7 end
    if kind == "town" and capital then return 6 end
    return zoom
end

local function add_place(node, kind, name)
    local zoom = zoom_of_place(kind, population(node), is_capital(node))
    if not zoom then return end
    if kind == "square" then
        node:Layer("name", false)
    else
        node:Layer("place", false)
        local people = population(node)
        if people then node:AttributeNumeric("population", people) end
        if is_capital(node) then node:AttributeBoolean("capital", true) end
    end
    node:MinZoom(zoom)
    node:Attribute("kind", kind)
    node:Attribute("name", name)
end

local function add_name(node, kind, name, zoom)
    node:Layer("name", false)
    node:MinZoom(zoom)
    node:Attribute("kind", kind)
    node:Attribute("name", name)
end

function node_function(node)
    local name = node:Find("name")
    if name == "" then return end
    local place, natural = node:Find("place"), node:Find("natural")
    local railway = node:Find("railway")
    if place ~= "" then add_place(node, place, name) end
    if natural == "peak" or natural == "volcano" then
        local metres = tonumber(node:Find("ele"))
        add_name(node, "peak", name, metres and metres > 2000 and 11 or 13)
        if metres then node:AttributeNumeric("ele", metres) end
    elseif natural == "bay" or natural == "cape" then
        add_name(node, "water", name, 13)
    elseif railway == "station" or railway == "halt" then
        add_name(node, "station", name, railway == "station" and 12 or 13)
    elseif node:Find("aeroway") == "aerodrome" then
        add_name(node, "airport", name, 10)
    end
end

-- MARK: Lines

-- What a road is called here, and the zoom from which it is there.
local roads = {
    motorway = { "motorway", 5 }, trunk = { "trunk", 6 }, primary = { "primary", 7 },
    secondary = { "secondary", 9 }, tertiary = { "tertiary", 11 },
    motorway_link = { "motorway", 11 }, trunk_link = { "trunk", 11 },
    primary_link = { "primary", 12 }, secondary_link = { "secondary", 13 },
    tertiary_link = { "tertiary", 13 },
    unclassified = { "minor", 12 }, residential = { "minor", 12 }, living_street = { "minor", 12 },
    road = { "minor", 12 }, busway = { "minor", 13 }, pedestrian = { "pedestrian", 13 },
    service = { "service", 14 }, track = { "path", 14 }, path = { "path", 14 },
    footway = { "path", 14 }, cycleway = { "path", 14 }, bridleway = { "path", 14 },
    steps = { "path", 14 },
}

-- Later ones are drawn over earlier ones.
local order = {
    ferry = 0, path = 1, service = 2, rail = 3, pedestrian = 4, minor = 5, tertiary = 6,
    secondary = 7, primary = 8, trunk = 9, motorway = 10,
}

-- Of railway=*; other values have no rails, or are under the ground.
local rails = { rail = 9, narrow_gauge = 10, light_rail = 12, funicular = 13, tram = 14 }

local rivers = { river = 8, canal = 10, stream = 13, ditch = 14, drain = 14 }

local function is(way, key)
    local value = way:Find(key)
    return value ~= "" and value ~= "no"
end

local function add_line(way, kind, zoom)
    -- From far away lines have no names, so that those of one kind become one.
    if zoom < 12 then
        way:Layer("road_far", false)
        way:MinZoom(zoom)
        way:ZOrder(order[kind])
        way:Attribute("kind", kind)
    end
    way:Layer("road", false)
    way:MinZoom(zoom)
    way:ZOrder(order[kind])
    way:Attribute("kind", kind)
    local name, number = way:Find("name"), way:Find("ref")
    if name ~= "" then way:Attribute("name", name) end
    if number ~= "" and order[kind] >= order.secondary then way:Attribute("ref", number) end
    if is(way, "bridge") then way:AttributeBoolean("bridge", true) end
    if is(way, "tunnel") then way:AttributeBoolean("tunnel", true) end
end

local function add_road(way, highway)
    local road = roads[highway]
    -- A plan of a building, or a pavement beside a road that is there itself.
    if not road or is(way, "indoor") or way:Find("footway") == "sidewalk" then return end
    local kind, zoom = road[1], road[2]
    if kind == "service" and way:Find("service") == "parking_aisle" then return end
    add_line(way, kind, zoom)
    if way:Find("oneway") == "yes" and order[kind] >= order.minor then
        way:AttributeBoolean("oneway", true)
    end
end

local function add_boundary(way)
    -- The way itself may say nothing: then its relations do.
    local level = 99
    while true do
        local relation = way:NextRelation()
        if not relation then break end
        level = math.min(level, tonumber(way:FindInRelation("admin_level")) or 99)
    end
    if way:Find("boundary") == "administrative" then
        level = math.min(level, tonumber(way:Find("admin_level")) or 99)
    end
    if level > 4 or way:Find("maritime") == "yes" then return end
    way:Layer("boundary", false)
    way:MinZoom(level == 2 and 0 or 5)
    way:Attribute("kind", level == 2 and "country" or "region")
end

function relation_scan_function(relation)
    if relation:Find("boundary") == "administrative" then
        local level = tonumber(relation:Find("admin_level"))
        if level and level <= 4 then relation:Accept() end
    end
end

-- MARK: Areas

-- By key and value: the layer, and what the area is called there.
local areas = {
    natural = {
        water = { "water", "lake" }, bay = { "name", "water" },
        wood = { "green", "wood" }, scrub = { "green", "heath" }, heath = { "green", "heath" },
        grassland = { "green", "grass" }, wetland = { "green", "wetland" },
        beach = { "green", "sand" }, sand = { "green", "sand" }, dune = { "green", "sand" },
        bare_rock = { "green", "rock" }, scree = { "green", "rock" },
        glacier = { "green", "glacier" },
    },
    waterway = { riverbank = { "water", "river" }, dock = { "water", "basin" } },
    landuse = {
        reservoir = { "water", "lake" }, basin = { "water", "basin" },
        forest = { "green", "wood" }, grass = { "green", "grass" }, meadow = { "green", "grass" },
        village_green = { "green", "grass" }, recreation_ground = { "green", "park" },
        allotments = { "green", "garden" }, orchard = { "green", "farm" },
        vineyard = { "green", "farm" }, farmland = { "green", "farm" },
        cemetery = { "green", "cemetery" },
        residential = { "area", "residential" }, commercial = { "area", "commercial" },
        retail = { "area", "commercial" }, industrial = { "area", "industrial" },
        railway = { "area", "industrial" }, quarry = { "area", "industrial" },
        construction = { "area", "industrial" }, military = { "area", "military" },
    },
    leisure = {
        park = { "green", "park" }, garden = { "green", "garden" }, pitch = { "green", "pitch" },
        golf_course = { "green", "park" }, playground = { "green", "park" },
        swimming_pool = { "water", "pool" }, marina = { "name", "marina" },
    },
    amenity = {
        grave_yard = { "green", "cemetery" }, parking = { "area", "parking" },
        school = { "area", "school" }, university = { "area", "school" },
        college = { "area", "school" }, hospital = { "area", "hospital" },
    },
    aeroway = {
        aerodrome = { "area", "airport" }, runway = { "area", "runway" },
        apron = { "area", "runway" },
    },
    place = { square = { "area", "pedestrian" }, island = { "name", "island" } },
    highway = { pedestrian = { "area", "pedestrian" }, footway = { "area", "pedestrian" } },
    man_made = { pier = { "area", "pedestrian" }, breakwater = { "area", "pedestrian" } },
}

-- An area with several of the keys is what the first of them says.
local area_keys = {
    "natural", "waterway", "landuse", "leisure", "amenity", "aeroway", "place", "highway",
    "man_made",
}

-- Areas whose names are written on the map.
local named = set(
    "sea", "lake", "river", "basin", "water", "park", "wood", "wetland", "glacier", "cemetery",
    "sand", "pedestrian", "airport", "hospital", "school", "marina", "island")

-- What an area's name is, where that is not what the area is.
local name_kinds = {
    sea = "water", lake = "water", river = "water", basin = "water", pedestrian = "square",
    sand = "beach",
}

-- The least side of an area on the screen, in pixels: water is looked for, fields are not.
local sides = { water = 2, green = 5, area = 5 }

-- Small greens that matter only from nearby.
local near = set("garden", "pitch", "pool", "parking", "school", "pedestrian")

local function zoom_of_area(layer, kind, square_metres)
    if kind == "sea" then return 0 end
    local zoom = zoom_of(square_metres, sides[layer])
    return near[kind] and math.max(zoom, 12) or zoom
end

local function area_of(way)
    for _, key in ipairs(area_keys) do
        local found = areas[key][way:Find(key)]
        if found then return found[1], found[2] end
    end
end

local function add_area_name(way, kind, square_metres)
    local name = way:Find("name")
    if name == "" or not named[kind] then return end
    way:LayerAsCentroid("name")
    -- A name needs some room within its area.
    way:MinZoom(math.max(8, zoom_of(square_metres, 40)))
    way:Attribute("kind", name_kinds[kind] or kind)
    way:Attribute("name", name)
end

local function add_area(way)
    local layer, kind = area_of(way)
    if not layer then return end
    local water = way:Find("water")
    if kind == "lake" then
        if water == "sea" or water == "river" or water == "basin" then kind = water end
        if water == "canal" or water == "harbour" then kind = "basin" end
    end
    local square_metres = way:Area()
    if layer ~= "name" then
        way:Layer(layer, true)
        way:MinZoom(zoom_of_area(layer, kind, square_metres))
        way:Attribute("kind", kind)
    end
    add_area_name(way, kind, square_metres)
end

local function is_building(way)
    return is(way, "building") and not is(way, "indoor")
        and way:Find("location") ~= "underground"
end

local function add_building(way)
    way:Layer("building", true)
    way:MinZoom(way:Area() > 400 and 13 or 14)
end

-- MARK: Ways

local function is_area(way, highway)
    if not way:IsClosed() then return false end
    local area = way:Find("area")
    if area == "no" then return false end
    -- A round street is a line, unless it says otherwise.
    return highway == "" or area == "yes" or way:Find("type") == "multipolygon"
end

local function add_coast(way)
    way:Layer("waterway", false)
    way:MinZoom(7)
    way:Attribute("kind", "coastline")
end

function way_function(way)
    add_boundary(way)
    if way:Find("natural") == "coastline" then add_coast(way) end
    local highway, railway = way:Find("highway"), way:Find("railway")
    local waterway = way:Find("waterway")
    if is_area(way, highway) then
        if is_building(way) then add_building(way) else add_area(way) end
        return
    end
    if highway ~= "" then
        add_road(way, highway)
    elseif rails[railway] then
        local side = way:Find("service") ~= ""
        add_line(way, "rail", side and 14 or rails[railway])
    elseif way:Find("route") == "ferry" then
        add_line(way, "ferry", 8)
    elseif rivers[waterway] and not is(way, "tunnel") then
        way:Layer("waterway", false)
        way:MinZoom(rivers[waterway])
        way:Attribute("kind", waterway)
        local name = way:Find("name")
        if name ~= "" then way:Attribute("name", name) end
    end
end
