"""Names of streets, all invented, one quarter after the other."""

CENTRE = """Bakkerstraat Touwslagersstraat Zeilmakersgang Kuiperssteeg Lantaarnstraat Kompassteeg
Smidsgang Kaarsenmakersstraat Waagstraat Pakhuissteeg Stuurmansgang Vismarkt Zoutstraat Ankersteeg
Mosselgang Loodsenstraat Boterhoek Kapelsteeg Wijnhuisgang Schippersstraat Klokstraat Tonnenstraat
Klinkersteeg Netboetersgang Scheepmakersstraat Bolderstraat Kraansteeg Wimpelgang Peperstraat
Torensteeg Weesgang Lijnbaan Blokmakersstraat Teerstoof Sleutelgang Hofsteeg""".split()

WEST = """Lantern Lane|Tidewater Street|Cooper's Yard|Saltmarsh Road|Pilot Street|Harrier Lane|
Compass Row|Beacon Hill|Driftwood Lane|Signal Street|Kittiwake Road|Anchor Row|Thimble Lane|
Quarterdeck|Mizzen Street|Halyard Lane|Bluebell Walk|Foghorn Lane|Spinnaker Road|Lobster Lane|
Windlass Street|Barnacle Row|Hawser Lane|Petrel Street|Oyster Row|
Cutter Lane""".replace("\n", "").split("|")

NORTH = """Sternstraat Scholeksterlaan Wulpstraat Lepelaarlaan Kluutstraat Plevierweg Tureluurstraat
Eidereendlaan Bergeendstraat Aalscholverlaan Meerkoetstraat Kiekendieflaan Tapuitstraat Graspieperlaan
Leeuweriklaan Rietzangerstraat Kwikstaartlaan Zwaluwstraat Roodborstlaan Nachtegaalstraat Wielewaallaan
Koekoekstraat Spechtlaan Winterkoningstraat Goudhaanlaan Kraanvogelweg Ooievaarstraat Reigerlaan
Zilvermeeuwlaan Drieteenstraat Papegaaiduikerlaan Jan-van-gentstraat Futenlaan Slobeendstraat
Smientlaan Talingstraat Wintertalinglaan Krombekstraat Steenloperlaan Kanoetstraat Rotganslaan
Kolgansstraat Brandganslaan Zwanenlaan Krakeendstraat Grutostraat Kemphaanlaan Watersniplaan
Houtsnipstraat Velduillaan Torenvalkstraat Smellekenlaan""".split()

STATION = """Siriusstraat Wegalaan Poolsterweg Orionstraat Cassiopeialaan Denebstraat Altairlaan
Capellastraat Arcturuslaan Castorstraat Polluxstraat Regulusweg Spicalaan Antaresstraat Plejadenlaan
Mizarstraat Alcorstraat Lierlaan Zwaanstraat Arendlaan Pegasusstraat Andromedalaan Perseusstraat
Dolfijnlaan Zuiderkruisstraat Kometenlaan Noorderlichtstraat Maneschijnlaan Meteorenstraat
Sterrenwachtlaan Zonnewijzerstraat Evenaarlaan Meridiaanstraat""".split()

FISH = """Haringstraat Kabeljauwstraat Schelvissteeg Wijtinggang Makreelstraat Schollengang
Tongstraat Botsteeg Zeebaarsgang Garnalenstraat Krabbengang Mosselbank Inktvissteeg Roggestraat
Ansjovisgang Sprotstraat Spieringgang""".split()

DOCKS = """Dokweg Kraanweg Containerkade Staalweg Dynamostraat Turbinestraat Werfweg Ketelstraat
Transformatorweg Zuigerstraat Pompweg Lasstraat Klinknagelweg Takelstraat""".split()

VILLAGE = """Dorpsstraat Kerklaan Duindoornweg Helmgrasweg Molenpad Schapendijk Strandweg Brouwersdam
Zanddijk Kerkpad Wierdijk Vlierlaan Kamperfoelielaan Braamweg""".split()
