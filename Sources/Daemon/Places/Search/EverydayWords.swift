import Posix

/// What people mean by everyday words in English, Dutch, German, French and Spanish.
///
/// Searches, `--category` and favourites all ask this one table. Categories are those of the
/// OpenStreetMap wiki, *Map features*.
package enum EverydayWords {
    /// The categories that a word means, the likeliest first, also in the plural and however it is
    /// written; empty if it is not known.
    package static func categories(_ text: String) -> [String] {
        forms(of: text.folded).lazy.compactMap { all[$0] }.first ?? []
    }

    /// All words, folded, with their categories.
    static let all: [String: [String]] = {
        var all: [String: [String]] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "|").map { $0.split(separator: " ") }
            for word in parts[1] { all[String(word).folded] = parts[0].map { String($0) } }
        }
        return all
    }()

    /// A folded word, and what it may be the plural of, the likeliest first.
    static func forms(of word: String) -> [String] {
        var forms = [word]
        if word.hasSuffix("ies") { forms.append(word.dropLast(3) + "y") }
        // Endings, and how many letters must be left: `barn` is no plural of `bar`.
        for (ending, least) in [("es", 1), ("s", 1), ("en", 4), ("n", 6), ("e", 6)]
        where word.hasSuffix(ending) && word.count >= ending.count + least {
            forms.append(String(word.dropLast(ending.count)))
        }
        return forms
    }

    /// A line has categories, and then the words that mean all of them.
    private static let table = """
        amenity=restaurant | restaurant gaststätte ristorante restaurante eetcafé pizzeria
        amenity=cafe | cafe cafetería koffiehuis kaffeehaus
        amenity=cafe shop=coffee cuisine=coffee_shop | coffee koffie kaffee
        amenity=cafe shop=coffee | coffeeshop
        amenity=cafe shop=tea | tea thee
        amenity=restaurant amenity=fast_food amenity=food_court | food eten essen
        amenity=fast_food | fastfood takeaway snackbar imbiss friterie frietkot
        amenity=fast_food amenity=cafe | snack
        amenity=pub | pub kroeg kneipe
        amenity=bar | bar
        amenity=pub amenity=bar amenity=biergarten | beer bier
        amenity=pub amenity=bar | drinks
        amenity=ice_cream | icecream ijssalon eisdiele heladería glacier
        amenity=nightclub | nightclub club disco discotheek
        amenity=nightclub amenity=bar | party
        shop=supermarket | supermarket supermarkt supermarché supermercado
        shop=supermarket shop=convenience shop=greengrocer | groceries grocery boodschappen
        shop=supermarket shop=convenience shop=greengrocer | lebensmittel
        shop=convenience | conveniencestore avondwinkel cornershop
        shop=bakery | bakery bread bakker bakkerij brood bäckerei bäcker boulangerie panadería
        shop=butcher | butcher meat slager slagerij boucherie carnicería
        shop=butcher | metzgerei metzger fleischerei
        shop=greengrocer | greengrocer groenteboer groenteman gemüseladen
        shop=cheese | cheese kaas kaasboer käse fromagerie
        shop=seafood | fish fishmonger vis visboer poissonnerie pescadería
        shop=wine | wine wijn wein
        shop=alcohol | liquor liquorstore slijterij
        shop=chemist | drogist drogisterij drogerie
        shop=department_store | departmentstore warenhuis kaufhaus grandmagasin
        shop=mall | mall shoppingcentre shoppingcenter winkelcentrum einkaufszentrum
        shop=books | books bookshop bookstore boekhandel boekwinkel
        shop=books | buchhandlung buchladen librairie librería
        shop=clothes | clothes clothing fashion kleding kledingwinkel kleidung ropa vêtements
        shop=shoes | shoes shoeshop schoenen schoenenwinkel schuhe chaussures zapatería
        shop=hairdresser | hairdresser barber haircut kapper friseur coiffeur peluquería
        shop=florist | florist flowers bloemist bloemen blumen blumenladen fleuriste floristería
        shop=newsagent shop=kiosk | newspaper
        shop=kiosk | kiosk kiosque quiosco
        shop=doityourself shop=hardware | diy bouwmarkt baumarkt bricolage
        shop=hardware shop=doityourself | tools gereedschap
        shop=mobile_phone | phones telefoonwinkel
        shop=optician | optician opticien optiker brillen óptica
        shop=jewelry | jeweller jeweler jewellery juwelier bijouterie joyería
        shop=toys | toys toyshop speelgoed spielzeug spielwaren juguetería
        shop=electronics | electronics elektronica elektronik
        shop=furniture | furniture meubels möbel
        shop=laundry | laundry laundromat wasserette waschsalon laverie lavandería
        shop=travel_agency | travelagency reisbureau reisebüro
        shop=bicycle amenity=bicycle_rental | bike
        shop=bicycle | bikeshop fietsenmaker fietsenwinkel fahrradladen vélociste
        amenity=bicycle_rental | bikerental fietsverhuur fahrradverleih
        shop=car_repair | mechanic garage autowerkstatt taller
        amenity=car_rental | carrental autoverhuur autovermietung
        amenity=car_wash | carwash autowasserette wasstraat waschanlage
        amenity=fuel | fuel petrol gas gasstation petrolstation fillingstation
        amenity=fuel | gasoline diesel benzine tankstation benzinestation tankstelle
        amenity=fuel | stationservice gasolinera
        amenity=charging_station | charger evcharging chargingstation electriccharging
        amenity=charging_station | laadpaal laadstation ladestation ladesäule
        amenity=parking | parking carpark parkinglot parkeren parkeerplaats parkplatz aparcamiento
        amenity=pharmacy | pharmacy medicine apotheek apotheke pharmacie farmacia
        amenity=pharmacy shop=chemist | drugstore
        amenity=doctors healthcare=doctor | doctor doctors huisarts dokter arzt médecin médico
        amenity=dentist | dentist tandarts zahnarzt dentiste dentista
        amenity=hospital | hospital emergency ziekenhuis krankenhaus hôpital
        amenity=veterinary | vet veterinary dierenarts tierarzt vétérinaire veterinario
        amenity=bank | bank banque banco
        amenity=atm | atm cashmachine geldautomaat pinautomaat geldautomat bankomat cajero
        amenity=atm amenity=bank | cash money geld
        amenity=post_office | postoffice postkantoor bureaudeposte correos
        amenity=post_office amenity=post_box | post
        amenity=post_box | mailbox postbox brievenbus briefkasten
        amenity=police | police politie polizei policía
        amenity=townhall | townhall stadhuis gemeentehuis rathaus mairie ayuntamiento
        amenity=library | library bibliotheek bibliothek bibliothèque biblioteca
        amenity=school | school scholen schule école escuela
        amenity=kindergarten | kindergarten kita kleuterschool maternelle
        amenity=childcare | childcare kinderopvang crèche
        amenity=university | university universiteit universität université universidad
        amenity=toilets | toilets wc toilet restroom toiletten toilette aseos
        amenity=drinking_water | water drinkingwater drinkwater trinkwasser
        amenity=place_of_worship | church mosque temple synagogue kerk kirche église
        amenity=place_of_worship | iglesia moskee moschee
        amenity=cinema | cinema movie movies bioscoop kino cine
        amenity=theatre | theatre theater schouwburg théâtre teatro
        amenity=marketplace | marketplace market markt marché mercado
        leisure=fitness_centre | fitnesscentre gym fitness sportschool fitnessstudio gimnasio
        leisure=swimming_pool leisure=water_park | swimming zwemmen schwimmen
        leisure=swimming_pool | swimmingpool pool zwembad schwimmbad piscine piscina
        leisure=playground | playground speeltuin speelplaats spielplatz
        leisure=park | park parc parque
        tourism=museum | museum musea museen musée museo
        tourism=gallery tourism=artwork tourism=museum shop=art | art kunst
        tourism=gallery | gallery galerie galería
        tourism=attraction tourism=viewpoint tourism=museum | sights bezienswaardigheden
        tourism=attraction tourism=viewpoint tourism=museum | sehenswürdigkeiten
        tourism=viewpoint | viewpoint uitzichtpunt aussichtspunkt mirador
        tourism=hotel tourism=hostel tourism=guest_house | sleep
        tourism=hotel | hotel hôtel
        tourism=hostel | hostel jeugdherberg jugendherberge
        tourism=guest_house | guesthouse bedandbreakfast pension
        tourism=camp_site tourism=caravan_site | camping campsite campingplatz
        tourism=information | touristinformation vvv touristinfo
        """
}
