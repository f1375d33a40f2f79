// swift-format-ignore-file

extension BrandCatalogue {
    /// Made by scripts/make-brand-catalogue; (c) name-suggestion-index contributors, see NOTICE.
    ///
    /// A brand a line, the most often mapped first: its Wikidata id, name, category, other
    /// categories and aliases, with a tab between.
    static let table = #"""
Q2365235	Ozon	shop=outpost	amenity=parcel_locker	Ozon Box|постамат ozon box
Q259340	7-Eleven	shop=convenience	amenity=fuel;amenity=charging_station	7-11|7-ELEVEN|7-Eleven (Norge)|7-eleven australia|7-eleven canada|7-eleven philippines|ministop|seven eleven|セブン-イレブン|セブンイレブン(7-11)|セブンイレブン(seven-eleven)|미니스톱
Q38076	McDonald's	amenity=fast_food	leisure=playground	McDonald's (France)|McDonald's (Norge)|McDonald's PlayPlace|m記|Макдональдс|ماكدونالدز|მაკდონალდსი|マクドナルド|大m|麥當勞|麥當勞 McDonald's|麥記
Q110716465	Shell	amenity=fuel	shop=convenience;amenity=car_wash	Shell Shop|Showa Shell|coles|coles express|posto shell|shell australia|shell car wash|shell gas station|shell oil|shell petrol station|shell service station|shell station
Q244457	Subway	amenity=fast_food		subway australia|subway brasil|subway méxico|subway sandwiches|subway uk & ireland|საბვეი|サブウェイ|赛百味|서브웨이|써브웨이
Q37158	Starbucks	amenity=cafe		Starbaks|Starbucks Coffee|starbucks canada|starbucks middle east|starbucks uk|Старбакс|ستاربكس|ستاربكس كافية|スターバックス|スターバックスコーヒー|星巴克|星巴克 Starbucks
Q11247682	FamilyMart	shop=convenience		circle k|sunkus|sunkus サンクス|サンクス|サークルk|ファミマ|ファミリーマート|全家
Q1768969	Пятёрочка	shop=supermarket		Pyaterochka|пятерочка
Q524757	KFC	amenity=fast_food		Gà Rán Kentucky|KFC (India/Pakistan)|KFC (Việt Nam)|Kentucky Fried Chicken|PFK|Poulet Frit Kentucky|kentucky fried chicken|دجاج كنتاكي|کے ایف سی|केएफसी|ਕੇਐਫਸੀ|კეი ეფ სი
Q177054	Burger King	amenity=fast_food		bk|burger king brasil|burger king españa|burger king россия|burguer king|Бургер Кинг|ბურგერ კინგი|バーガーキング|汉堡王|漢堡王|버거킹
Q110970254	Paczkomat InPost	amenity=parcel_locker
Q1557223	LAWSON	shop=convenience		Lawson|ローソン|罗森|羅森|ﾛｰｿﾝ
Q940518	Магнит	shop=supermarket	shop=convenience;shop=chemist	Magnit|Magnit Cosmetics|Магнит Косметик|магнит у дома
Q152057	BP	amenity=fuel	shop=convenience;amenity=car_wash	BP 2go|BP Connect|BP Shop|bp|bp america|bp connect|bp gas station
Q483551	Walmart	shop=supermarket	amenity=pharmacy;shop=garden_centre;shop=department_store;shop=optician;shop=car_repair;shop=photo;shop=mobile_phone	Walmart Auto Care Center|Walmart Express|Walmart Garden Center|Walmart Garden Centre|Walmart Pharmacy|Walmart Photo Center|Walmart Photo Centre|Walmart Supercenter|Walmart Supercentre|Walmart Tire & Lube Express Centre|Walmart Vision Center|Walmart Vision Centre
Q151954	Lidl	shop=supermarket		lidl deutschland|lidl españa|lidl france|lidl italia|lidl polska
Q839466	Domino's	amenity=fast_food		Domino's Pizza|domino's australia|domino's pizza|domino's pizza (nsr)|domino's pizza india|Домино'c|Домино'с Пицца|доминоc пицца|დომინო'ს პიცა|ドミノ|ドミノ・ピザ|多米诺披萨
Q145168	Dollar General	shop=variety_store	shop=supermarket	DGX|Dollar General Market|dg market|dollar general express
Q91231927	HELLO CYCLING	amenity=bicycle_rental		ハローサイクリング
Q1591889	Walgreens	amenity=pharmacy	shop=chemist;amenity=doctors	Walgreens Healthcare Clinic|healthcare clinic|takecare|takecare clinic|walgreen|walgreens pharmacy
Q3268010	Circle K	shop=convenience	amenity=fuel;amenity=car_wash;amenity=charging_station	OK便利店|OK便利店 Circle K|circle k canada|mac's|mac's convenience stores|ok便利商店|ok便利店 circle k
Q867662	Esso	amenity=fuel	shop=convenience;amenity=car_wash	Esso Snack & Shop|Esso TigerWash|esso canada|esso service station|station esso|เอสโซ่
Q1766703	DHL Packstation	amenity=parcel_locker		packstation
Q191615	Pizza Hut	amenity=restaurant	amenity=fast_food	Pizza Hut Delivery|Pizza Hut Express|pizza hut delivery|pizza hut express|Пицца Хат|პიცა ჰატი|ピザハット|必勝客|必勝客 (臺灣)|必勝客 Pizza Hut|必胜客|必胜客 (中国)
Q2078880	CVS Pharmacy	amenity=pharmacy	shop=chemist;amenity=vending_machine	CVS
Q16251231	Anganwadi	amenity=childcare		anganavadi|anganawadi|anganawady|anganvadi|آنگن واڑی|आँगनवाडी|ਆਂਗਣਵਾੜੀ
Q205012	Сбербанк	amenity=bank	amenity=payment_terminal	Sberbank|cбербанк|cбербанк россии|savings bank russian fed.|сбер|сбербанк россии
Q2589061	Żabka	shop=convenience		freshmarket|Жабка
Q610492	Spar	shop=supermarket	shop=convenience;amenity=pharmacy	KwikSpar|Pharmacy at SPAR|SaveMor|Spar (Norge)|Spar City|spar ni|Спар|სპარი
Q847743	Dunkin'	amenity=fast_food		DUNKIN唐恩都乐|DUNKIN唐恩都乐'|Dunkin' Coffee|Dunkin' Donuts|dunkin doughnuts|dunkin'|dunkin' donuts|dunkin's|dunkin唐恩都可|دانكن|دانكن دونتس|დანკინ
Q752941	Taco Bell	amenity=fast_food		塔可鐘|塔可钟
Q1342538	Oxxo	shop=convenience	amenity=fuel	oxxo gas
Q7575683	Speedway	amenity=fuel	shop=convenience;amenity=car_wash;amenity=fast_food	Speedway Speedy Wash|Speedy Café|Speedy Wash
Q24933714	Wildberries	shop=outpost		Wildberries Armenia|Wildberries Georgia|wb|Վայլդբերրիզ|ვაილდბერიზი|ვბ
Q402880	Билайн	shop=mobile_phone	office=telecommunication	Beeline
Q20687952	YouBike 2.0	amenity=bicycle_rental
Q550258	Wendy's	amenity=fast_food		ვენდი'ს|ウェンディーズ
Q109676002	Mobil	amenity=fuel	shop=convenience;amenity=car_wash	Mobil Mart|mobil|mobile
Q319642	Chevron	amenity=fuel	shop=convenience;amenity=car_wash
Q5289230	Dollar Tree	shop=variety_store
Q1368919	МТС	shop=mobile_phone		MTS
Q590952	Crédit Agricole	amenity=bank		crédit agricole bank
Q53268	Toyota	shop=car		toyota usa|トヨタ|トヨタカローラ|トヨタ自動車|丰田汽车|豐田
Q60901	Ration Shop	shop=convenience
Q879858	Netto Marken-Discount	shop=supermarket	shop=beverages	Netto City|Netto Getränke-Discount
Q109675651	Exxon	amenity=fuel		exxon gas station
Q24933790	Красное&Белое	shop=alcohol		красное и белое
Q175106	Tim Hortons	amenity=cafe		تيم هورتونز
Q316004	Rossmann	shop=chemist		Rossmann Express|rossmann polska
Q9584	Honda	shop=car	shop=motorcycle;shop=motorcycle_repair	honda cars|honda motorcycle repair|ホンダ
Q1141226	DQ Grill & Chill	amenity=fast_food		Dairy Queen|dairy queen chill & grill|dq
Q4826087	AutoZone	shop=car_parts
Q5433101	Family Dollar	shop=variety_store
Q329347	Лукойл	amenity=fuel	shop=convenience	Lukoil|Lukoil Mini-Mart|Mini-Mart|lukoil minimarket|lukoil shop|lukoil trgovina|Лукойл (България)|лукоил|ლუკოილი
Q458363	Marathon	amenity=fuel	shop=convenience	marathon gas
Q1423218	Sunoco	amenity=fuel	shop=convenience	sunoco gas station
Q871308	Pemex	amenity=fuel
Q121537464	Z-Box	amenity=parcel_locker		Z-Box (Packeta Slovakia)|Z-Box (Packeta)|Z-Box (Zásilkovna)|packeta|packeta z-box
Q174747	Repsol	amenity=fuel		campsa
Q266572	dm	shop=chemist		dm drogerie markt|dm-drogerie markt deutschland
Q44294	Ford	shop=car		ford motor company
Q3153200	Intermarché	shop=supermarket	amenity=fuel;amenity=car_wash	Intermarché Drive|intermarché contact|intermarché super
Q524629	Chase	amenity=bank		chase bank|chase manhattan bank|jp morgan chase bank|jpmorgan chase
Q857182	Biedronka	shop=supermarket
Q744149	Wells Fargo	amenity=bank		wells fargo bank
Q10891564	全家便利商店	shop=convenience		FamilyMart
Q883965	KiK	shop=clothes
Q1424293	Itaú Unibanco	amenity=bank		Itaú|banco itau|itaú unibanco sá
Q831445	中国石化	amenity=fuel		Sinopec|sinopec fuel|中国石化 sinopec|中国石化加油站|中國石化|中國石化 Sinopec|中石化|中石化加油站|中石化油站
Q487907	Bank of America	amenity=bank
Q1289348	Indian Oil	amenity=fuel		indian oil petrol pump
Q1640290	ENEOS	amenity=fuel		エネオス
Q327634	T-Mobile	shop=mobile_phone		T-Mobile International|t-mobile pl
Q41171373	Aldi	shop=supermarket		Aldi (Aldi Nord group)|Aldi Nord|Aldi Nord (Deutschland)|aldi france|aldi nord
Q487292	Allianz	office=insurance	amenity=bank	allianz versicherung|Алианц
Q565734	Aral	amenity=fuel	amenity=car_wash;shop=convenience	Aral SuperWash|aral tankstelle|superwash
Q6650101	Little Free Library	amenity=public_bookcase
Q4119207	Q8	amenity=fuel		q8italia
Q919641	Verizon	shop=mobile_phone		Verizon Wireless|verizon authorized retailer
Q1619375	Hindustan Petroleum	amenity=fuel		HP|hp petrol pump
Q7071951	O'Reilly Auto Parts	shop=car_parts		o'reilly|o'reilly auto
Q2081136	Ipiranga	amenity=fuel	shop=convenience	iprianga|posto ipiranga
Q6496310	Banco Santander	amenity=bank		Santander Group|banco santander banespa|santander|santander méxico
Q100274430	Amazon Hub	amenity=parcel_locker		Amazon Hub Locker|Amazon Hub ロッカー|amazon|amazon ロッカー|アマゾン・ハブ・ロッカー
Q1283291	Valero	amenity=fuel	shop=convenience
Q621532	Applebee's Neighborhood Grill & Bar	amenity=restaurant		Applebee's|applebees bar and grill|applebees grill and bar|applebees neighborhood bar and grill
Q122141	Vodafone	shop=mobile_phone	shop=telecommunication	vodafone deutschland|vodafone egypt|vodafone shop
Q630866	Arby's	amenity=fast_food
Q875292	Santander	amenity=bank		Santander (Deutschland)|Santander Consumer Bank|santander bank|santander consumer bank
Q847225	Caixabank	amenity=bank		Caixabank (España)
Q1330910	Popeyes	amenity=fast_food		Popeyes Louisiana Kitchen|파파이스
Q1340361	State Bank of India	amenity=bank		SBI|State Bank of India (Global)|bhartiya state bank|sbi atm|भारतीय स्टेट बँक|भारतीय स्टेट बैंक
Q565594	Eni	amenity=fuel	amenity=car_wash;shop=convenience	Eni Shop|Eni Wash|agip/eni|eni station
Q608845	Costa	amenity=cafe		Costa Drive Thru|Costa咖啡|costa coffee|costa coffee / costa|costa drive through|costa 咖世家|咖世家|咖世家 costa
Q217599	Carrefour	shop=supermarket	amenity=fuel
Q1393809	Little Caesars	amenity=fast_food		little caesars pizza|little ceasars|little ceasars pizza
Q2974437	Citgo	amenity=fuel	shop=convenience
Q5627799	H&R Block	office=tax_advisor		h&r block canada|hr block
Q465751	Chipotle	amenity=fast_food		Chipotle Mexican Grill
Q4036922	DNS	shop=electronics	craft=electronics_repair	DNS Сервисный центр|ДНС
Q2759586	Papa John's	amenity=fast_food		papa john|papa john pizza|papa johns pizza|Папа Джонс
Q23745600	Alfamart	shop=convenience
Q109810737	Вита Экспресс	amenity=pharmacy		Вита Центральная
Q7561808	Sonic	amenity=fast_food		sonic drive in
Q2007336	State Farm	office=insurance		state farm insurance
Q298594	AT&T	shop=mobile_phone		at&t authorized retailer|at&t mx|at&t store|at&t wireless|att mobile|att mobility|att wireless
Q154037	TotalEnergies	amenity=fuel	shop=convenience;amenity=charging_station;shop=kiosk	Total|Total طوطال|station total|total|total access|totalenergies access|totalenergies charging services|توتال|طوطال
Q4262825	Indomaret	shop=convenience		indomart
Q246	Volkswagen	shop=car		vw
Q1547738	Caisse d'Épargne	amenity=bank
Q2813	コカ・コーラ	amenity=vending_machine		Coca-Cola|coca-cola vending|coca-cola vending machine|coke|可口可樂|可口可樂 Coca-Cola
Q775060	Texaco	amenity=fuel	shop=convenience	texaco service station|texaco with techron
Q971649	Orlen	amenity=fuel	shop=convenience;amenity=car_wash	Orlen express
Q4836468	BR	amenity=fuel	shop=convenience	br petrobras|petrobras|posto br|posto petrobras|postos petrobras
Q28127084	서울자전거 따릉이	amenity=bicycle_rental		Seoul Bike|따릉이|서울자전거
Q188326	H&M	shop=clothes		H&M Kids
Q6034496	A101	shop=supermarket	shop=convenience
Q2940190	Carrefour Express	shop=convenience
Q925132	Dia	shop=supermarket	shop=convenience	Dia & Go|Dia Market|Maxi Dia|dia argentina|dia supermercado|supermercado dia
Q20639040	Nemzeti Dohánybolt	shop=tobacco		dohánybolt
Q138913	JYSK	shop=furniture		Jysk|Jysk (Norge)|dänisches bettenlager|jysk romania|იუსკ
Q20165	Nissan	shop=car		日産
Q11694239	Dino	shop=supermarket
Q4686051	Advance Auto Parts	shop=car_parts
Q491516	Chick-fil-A	amenity=fast_food
Q6686	Renault	shop=car		garage renault|reunokoria
Q610817	Banco do Brasil	amenity=bank
Q1022075	BİM	shop=supermarket	shop=convenience
Q5880423	Holiday Inn Express	tourism=hotel		Holiday Inn Express & Suites
Q715583	Costco	shop=wholesale	amenity=fuel;shop=tyres;amenity=fast_food;amenity=pharmacy;shop=hearing_aids;shop=optician;amenity=car_wash;amenity=parcel_locker	Aire de restauration Costco|Centre d'audioprothèses de Costco|Centre d'optique Costco|Centre du pneu Costco|Costco Business Center|Costco Business Centre|Costco Food Court|Costco Gasoline|Costco Hearing Aid Center|Costco Optical|Costco Pharmacy|Costco Pour l'entreprise
Q2469733	საქართველოს ბანკი	amenity=payment_terminal	amenity=bank	Bank of Georgia|Gürcistan Bankası|Банк Грузии|საქართველოს ბანკის ჩასარიცხი აპარატი
Q7179011	Petron	amenity=fuel	shop=gas	Petron Gasul|petron gas station
Q4161561	Дикси	shop=supermarket		Dixy
Q5646230	Hampton	tourism=hotel		Hampton Inn|Hampton Inn & Suites|Hampton Inn & Suites by Hilton|Hampton by Hilton
Q806189	BBVA	amenity=bank		Banco Bilbao Vizcaya Argentaria
Q624041	GS25	shop=convenience		gs편의점|지에스25|지에스편의점
Q300147	Avia	amenity=fuel	shop=convenience	station avia
Q12580836	CU	shop=convenience		씨유
Q4375439	i郵箱	amenity=parcel_locker		ezpost|i-iû-siunn|i-iû-siuⁿ|iBox
Q2634111	Action	shop=variety_store
Q1141123	Роснефть	amenity=fuel		Rosneft
Q17085454	Enterprise	amenity=car_rental	shop=rental	Enterprise Flex-E-Rent|Enterprise Rent-A-Car|Enterprise Truck Rental|enterprise car rental
Q3788748	IP	amenity=fuel		api|api/ip|erg|totalerg
Q1364603	TEDi	shop=variety_store		t€di
Q4672981	Ace Hardware	shop=doityourself	shop=car_parts	Auto Depot|אוטודיפו
Q366182	GLS	amenity=parcel_locker		GLS Balíkomat|GLS Paketomat|GLS Parcel Box|gls|gls parcel locker
Q9322	Deutsche Bahn	amenity=vending_machine	shop=ticket	DB Reisezentrum|db|reisezentrum
Q864407	The Home Depot	shop=doityourself		Home Depot
Q277470	Caltex	amenity=fuel	shop=convenience
Q2940968	Casey's General Store	amenity=fuel	shop=convenience	casey's carry out pizza|caseys
Q584601	Baskin-Robbins	amenity=ice_cream		31アイスクリーム|31冰淇淋|Баскин Роббинс|ბასკინ რობინსი|サーティワンアイスクリーム|サーティーワン|バスキン・ロビンス|배스킨라빈스
Q642627	Crédit Mutuel	amenity=bank
Q1129774	Coop	shop=supermarket		Coop (Italia)
Q664543	Deichmann	shop=shoes		deichmann schuhe
Q11815580	Pepco	shop=clothes
Q153417	Kroger	shop=supermarket	amenity=fuel;amenity=pharmacy	Kroger Marketplace|Kroger Pharmacy|kroger food and drug|kroger fuel|kroger fuel center|kroger gas|krogers
Q2689639	Carrefour Market	shop=supermarket	amenity=fuel	Carrefour|Карфур|Карфур Маркет|კარფური|კარფური მარკეტი
Q5598967	Great Clips	shop=hairdresser
Q111631907	CAT Scale	amenity=weighbridge		cat|cat certified scales
Q6970842	NAPA Auto Parts	shop=car_parts	shop=car_repair	NAPA AutoCare Center|napa|napa autocare|napa autocare collision center|napa autocare mechanical center|napa autocare truck center|the napa network
Q3433273	Rite Aid	amenity=pharmacy	shop=chemist	rite aid pharmacy
Q4778364	Anytime Fitness	leisure=fitness_centre		anytime fitness australia|エニタイムフィットネス
Q6123139	Boots	amenity=pharmacy	shop=chemist	boots apotek|boots pharmacy|boots the chemist|boots uk
Q1038929	MINISTOP	shop=convenience		Ministop|ミニストップ
Q109907753	Винлаб	shop=alcohol
Q11755396	Lewiatan	shop=convenience	shop=supermarket
Q806181	Bradesco	amenity=bank		banco bradesco|banco bradesco sá
Q36008	Mercedes-Benz	shop=car	amenity=charging_station;shop=truck;shop=truck_repair	Mercedes-Benz Trucks|mercedes
Q202210	GameStop	shop=video_games		eb games|electronics boutique / eb games
Q98456772	Tesco Express	shop=convenience		Tesco Expres|tesco express|tesco metro
Q2529029	Super U	shop=supermarket	amenity=fuel;shop=convenience	Hyper U|Système U|U|U Express|Utile
Q48881	Sherwin-Williams	shop=paint		sherwin williams paint store|sherwin williams paints
Q1641044	Pertamina	amenity=fuel
Q1689380	Jimmy John's	amenity=fast_food		Jimmy John's Gourmet Sandwiches
Q55931	Hyundai	shop=car		hyeondaegia|hyundai india
Q7240340	Premier	shop=convenience		premier stores
Q270363	Société Générale	amenity=bank		SG|Société Générale (France)|Société Générale (Ghana)|crédit du nord|société générale|سوسيتيه جنرال
Q1358690	Panda Express	amenity=fast_food
Q160054	AXA	office=insurance	amenity=bank
Q5583655	Goodwill	shop=charity	amenity=recycling
Q297410	Asda	shop=supermarket	amenity=cafe;amenity=fuel;shop=optician;amenity=pharmacy;shop=convenience;shop=department_store	Asda Café|Asda Living|Asda Opticians|asda optician|asda petrol station|asda pharmacy|asda stores limited|asda supercentre
Q3403981	Greggs	amenity=fast_food
Q835283	Caixa Econômica Federal	amenity=bank		Caixa Econômica Federal (Brasil)|caixa|caixabank
Q7685854	Target	shop=department_store		Target (Australia)
Q16974764	Amazon Locker	amenity=parcel_locker
Q7130852	Panera Bread	amenity=fast_food		Panera
Q284688	Penny	shop=supermarket		penny market|penny markt
Q866991	ダイソー	shop=variety_store		Daiso|Daiso Japan|daiso japan value store|ザ・ダイソー|大創産業
Q552652	Netto	shop=supermarket		Netto (Salling)|netto polska
Q666888	Intersport	shop=sports		Intersport (Deutschland)|Intersport (Norge)
Q1538507	Jack in the Box	amenity=fast_food
Q115254158	AlzaBox	amenity=parcel_locker
Q6742	Peugeot	shop=car
Q4200546	Инвитро	healthcare=laboratory		Invitro
Q2159689	Robidog	amenity=vending_machine	amenity=waste_basket
Q487494	Tesco	shop=supermarket	amenity=fuel;shop=convenience;amenity=pharmacy;amenity=atm;amenity=cafe	Tesco Bank|Tesco Café|Tesco Pharmacy|jacks|tesco|tesco esso express|tesco metro|tesco petrol filling station|tesco petrol station|tesco superstore
Q19613992	Şok	shop=supermarket	shop=convenience	Şok Mini
Q2006989	YPF	amenity=fuel
Q472153	Selecta	amenity=vending_machine
Q307110	au	shop=mobile_phone		au Shop|auショップ|エーユー
Q4038791	Fix Price	shop=variety_store		Fiks Prajs|Фикс Прайс|Фікс Прайс|ფიქს პრაისი
Q132005368	Фасоль	shop=convenience		Fasol
Q503182	中国石油	amenity=fuel		PetroChina|Sinooil|usmile|usmile 昆仑好客|中国石油 petrochina|中国石油加油站|中國石油|中國石油 PetroChina|中油|中油加油站|中石油|中石油加油站
Q499707	BNP Paribas	amenity=bank		BNP Paribas Polska|bgż|bgż bnp paribas|bnp paribas bank polska
Q1515015	ПриватБанк	amenity=bank	amenity=payment_terminal	PrivatBank|privat|банкомат приватбанк|банкомат приватбанка|банкомат приватбанку|відділення приватбанк|відділення приватбанку|кб приватбанк|пат кб "приватбанк"|привабанк|приват|приват банкомат
Q706793	Tamoil	amenity=fuel		tamoil italia spa.
Q1273376	E.Leclerc	amenity=fuel	shop=outpost;shop=supermarket;shop=car_repair;shop=doityourself;shop=garden_centre;amenity=car_rental;amenity=pharmacy;shop=travel_agency;shop=jewelry;shop=optician;shop=perfumery	Centre Commercial E.Leclerc|E.Leclerc Auto|E.Leclerc Brico|E.Leclerc Drive|E.Leclerc Express|E.Leclerc Jardi|E.Leclerc Location|E.Leclerc Parapharmacie|E.Leclerc Voyages|Manège à Bijoux|Optique E.Leclerc|Station Service E.Leclerc
Q4426566	Совкомбанк	amenity=bank		Sovcombank
Q830334	Best Western	tourism=hotel		best western hotels & resorts
Q1208279	Petro-Canada	amenity=fuel	shop=convenience;amenity=car_wash
Q1373493	Lowe's	shop=doityourself		lowes home improvement
Q7271953	QuikTrip	amenity=fuel	shop=convenience	QT|quiktrip corporation
Q846647	Banque Populaire	amenity=bank		Banque Populaire (France)
Q1925685	Metro by T-Mobile	shop=mobile_phone		MetroPCS|metro pcs / mpcs
Q59155583	Бристоль	shop=alcohol
Q35349	Kia	shop=car		kia motors
Q377705	Mercadona	shop=supermarket
Q110738715	Allegro One Box	amenity=parcel_locker		One Box|allegro|allegro one box|one box by allegro
Q7974785	Watsons	shop=chemist	amenity=pharmacy	屈臣氏|屈臣氏 Watsons
Q854826	Bharat Petroleum	amenity=fuel
Q806640	بانک ملی	amenity=bank		Bank Melli Iran|بانک ملی ایران|ملی
Q1431486	Orange	shop=mobile_phone	shop=telecommunication	agence orange|orange egypt
Q537781	Billa	shop=supermarket
Q5343830	Edward Jones	office=financial_advisor		Edward Jones Investments
Q26678	BMW	shop=car
Q5364003	Super 8	tourism=motel	tourism=hotel	Super 8 by Wyndham|super 8 by wyndham|速8|速8快捷酒店|速8酒店
Q114496224	easybox	amenity=parcel_locker
Q7862902	U-Haul	shop=rental	shop=storage_rental	u-haul moving & storage|uhaul neighborhood dealer
Q41629254	COOP Jednota	shop=convenience	shop=supermarket	Tempo|Tempo (Slovensko)|coop|jednota
Q1461799	Газпромнефть	amenity=fuel		Gazprom Neft|Газпром Нефть|газпром
Q956664	Profi	shop=supermarket	shop=convenience	Profi City|Profi Go|Profi Loco|Profi Super
Q1701206	Waffle House	amenity=restaurant
Q56317371	Dr. Max	amenity=pharmacy		sensiblu
Q451476	Scotiabank	amenity=bank		Banque Scotia|Scotiabank (Québec)|Scotiabank (non-Québec)|bank of nova scotia|scotia
Q1658320	76	amenity=fuel	shop=convenience
Q853958	NTT docomo	shop=mobile_phone		NTTドコモ|docomo Shop|ドコモショップ|ｄｏｃｏｍｏ
Q38928	PNC Bank	amenity=bank		bbva|bbva compass|bbva usa|pnc
Q1361016	Ernsting's family	shop=clothes
Q4397745	Росгосстрах	office=insurance
Q1131810	Five Guys	amenity=fast_food		Five Guys Burgers and Fries
Q608819	Moeve	amenity=fuel		cepsa
Q5617505	Gulf	amenity=fuel		Галф|გალფი|გულფი
Q685967	Kaufland	shop=supermarket		Kaufland (България)|Кауфланд
Q1185675	IHOP	amenity=restaurant		international house of pancakes
Q701755	Edeka	shop=supermarket	shop=wholesale	E-Center|EDEKA|EDEKA C+C Großmarkt|EDEKA Foodservice|Edeka aktiv markt|Edeka xpress|Elli|HERKULES Ecenter|Scheck-In Center|e neukauf|edeka neukauf|elli-markt
Q5936320	Wawa	shop=convenience	amenity=fuel
Q29570	Chevrolet	shop=car
Q7305489	Redbox	amenity=vending_machine
Q1585088	Hardee's	amenity=fast_food
Q927272	NKD	shop=clothes
Q11693824	Delikatesy Centrum	shop=supermarket	shop=convenience	eko|mila
Q6791878	Mattress Firm	shop=bed		mattress firm clearance
Q790068	中国银行	amenity=bank		BOC|Banco da China|Bank of China|Bank of China (Hong Kong)|bank of china intl|boc|bochk|中国银行（香港）|中國銀行|中國銀行 Banco da China|中國銀行 Bank of China|中國銀行（香港）
Q4748528	Ampol	amenity=fuel	shop=convenience	EG Australia|Foodary|ampol foodary|caltex woolworths|eg ampol|woolworths caltex|woolworths petrol
Q7201095	Planet Fitness	leisure=fitness_centre
Q680727	Migros	shop=supermarket		Migros (Europe)
Q21015800	Londis	shop=convenience	shop=supermarket	Londis (Ireland)
Q3365450	Parkeon	amenity=vending_machine
Q672170	Publix	shop=supermarket	amenity=pharmacy	publix pharmacy|publix super market
Q509349	Decathlon	shop=sports	amenity=vending_machine	Decathlon (България)|Decathlon (Україна)|Decathlon Radtour-Retter|Декатлон|迪卡儂|迪卡儂 Decathlon
Q26463	中国工商银行	amenity=bank		ICBC|ICBC (Asia)|Industrial and Commercial Bank of China|icbc|中国工商銀行|中国工商銀行 (日本)|中国工商银行（亚洲）|中國工商銀行|中國工商銀行（亞洲）|中國工商銀行（亞洲） ICBC (Asia)|中國工商銀行（亞洲） Industrial and Commercial Bank of China (Asia)|中國工商銀行（澳門）
Q1543874	Hertz	amenity=car_rental		hertz car rental|hertz rent a car
Q573103	TUI	shop=travel_agency		TUI ReiseCenter
Q3146662	IGA	shop=supermarket		iga extra
Q6746	Citroën	shop=car
Q549181	MOL	amenity=fuel	amenity=car_wash;amenity=charging_station;shop=convenience	MOL Plugee|MOL Shop|mol jetwash|mol nyrt.|mol wash
Q1047239	Days Inn	tourism=hotel		Days Inn by Wyndham
Q4808595	GNC	shop=nutrition_supplements		gnc live well
Q181642	Suzuki	shop=car	shop=motorcycle	suzuki motorcycle india
Q110457879	Orlen Paczka	amenity=parcel_locker	amenity=post_office
Q109717665	Столички	amenity=pharmacy
Q1439872	tobaccoland	amenity=vending_machine		Tobaccoland
Q114273730	DPD Pickup Station	amenity=parcel_locker		DPD Pickup Box
Q6450420	Kwik Trip	amenity=fuel	shop=convenience;amenity=car_wash
Q3307147	PetSmart	shop=pet
Q15109925	Tractor Supply Company	shop=country_store		tractor supply co
Q861042	Western Union	amenity=money_transfer
Q739084	U.S. Bank	amenity=bank
Q2818848	A&W	amenity=fast_food		A&W (Canada)|a&w canada
Q1189695	Denny's	amenity=restaurant
Q22093483	Raiffeisen	amenity=bank		Raiffeisen Bank (Österreich)|Raiffeisenbank|raika
Q830621	H-E-B	amenity=fuel	shop=supermarket;amenity=pharmacy;amenity=car_wash	H-E-B Car Wash|H-E-B Fuel|H-E-B Pharmacy|H-E-B plus!|h-e-b gas
Q19604459	Murphy USA	amenity=fuel	shop=convenience	Murphy Express
Q6184897	Jersey Mike's Subs	amenity=fast_food		Jersey Mike's
Q3365858	Bodega Aurrera	shop=supermarket	shop=convenience	Bodega Aurrera Express|Mi Bodega Aurrera
Q35996	Mazda	shop=car
Q62075061	99 Speedmart	shop=supermarket	shop=variety_store
Q1656230	Phillips 66	amenity=fuel	shop=convenience	phillips 66 gas
Q113152195	Quality Inn	tourism=hotel		Quality Inn & Suites
Q791136	Avis	amenity=car_rental	shop=car	Avis Car Rental|Avis Car Sales
Q2882608	بانک صادرات	amenity=bank		Bank Saderat Iran|بانک صادرات ایران|صادرات
Q5184987	Cricket Wireless	shop=mobile_phone		Cricket
Q3442791	Ross	shop=department_store		Ross Dress for Less
Q639075	Conad	shop=supermarket
Q6192247	Jiffy Lube	shop=car_repair
Q1072948	Chili's	amenity=restaurant		Chili's Grill & Bar
Q746525	CIC	amenity=bank		credit industriel et commercial
Q1043486	Carl's Jr.	amenity=fast_food
Q714491	Marks & Spencer	shop=convenience	shop=department_store;shop=supermarket;amenity=cafe	M&S|M&S Café|M&S Food|M&S Foodhall|M&S Outlet|M&S Simply Food|marks & spencer food|marks & spencer foodhall|marks & spencer outlet|marks & spencer simply food|маркс и спенсер
Q40966	Opel	shop=car	amenity=car_rental	Opel Rent
Q7492551	Sheetz	amenity=fuel	shop=convenience
Q701338	C&A	shop=clothes
Q168238	OMV	amenity=fuel	amenity=car_wash	OMV Top Wash|omb
Q23317	Audi	shop=car
Q3054251	Engen	amenity=fuel		Engen Truck Stop|Truck Stop|engen petroleum
Q113152349	Comfort Inn	tourism=hotel		Comfort Inn & Suites
Q37614	Jollibee	amenity=fast_food
Q11316814	ダイドー	amenity=vending_machine		DyDo|DyDo Drinco|dydoドリンコ|ダイドードリンコ
Q16968817	Rewe	shop=supermarket		Rewe City
Q2226366	Kruidvat	shop=chemist
Q2882624	بانک سپه	amenity=bank		Bank Sepah
Q6137375	すき家	amenity=fast_food		Sukiya|すき家 (日本)|すき家 (臺灣)|すき家 Sukiya|食其家
Q190464	HSBC	amenity=bank		HSBC (Global)|hsbc egypt|hsbc hong kong|汇丰银行|滙豐|滙豐銀行|滙豐銀行 HSBC|香港上海汇丰银行|香港上海滙豐銀行|香港上海滙豐銀行 HSBC
Q3249145	Woolworths	shop=supermarket		Woolworths (Australia)
Q4047736	Qiwi	amenity=payment_terminal
Q3182097	InPost	amenity=parcel_locker		locker inpost
Q1820137	Shoppers Drug Mart	amenity=pharmacy		Pharmaprix
Q17149420	Staples	shop=stationery		Bureau en Gros|Staples (Canada)
Q4943790	Boost Mobile	shop=mobile_phone		boost
Q5440676	Federated Co-operatives	amenity=fuel	shop=supermarket;shop=convenience	Co-op|Co-op (Canada)
Q468865	American Legion	amenity=social_centre		American Legion Hall
Q7259769	Puma	amenity=fuel		puma energy
Q2241604	Pandora	shop=jewelry
Q779722	LCL	amenity=bank
Q157169	YMCA	leisure=sports_centre	shop=charity;amenity=childcare	YMCA Child Care|ymca child care center|ymca shop
Q11683985	abc	shop=convenience		abc (Polska)
Q61948677	The Generics Pharmacy	amenity=pharmacy		TGP|tgp the generics pharmacy
Q304769	Arco	amenity=fuel
Q7643239	Supercuts	shop=hairdresser
Q3312613	Midas	shop=car_repair
Q11322732	ドトール	amenity=cafe		DCS|DOUTOR|Doutor Coffee Shop|ドトールコーヒー|ドトールコーヒーショップ
Q2645636	Allstate	office=insurance		allstate insurance|allstate insurance company
Q1156045	Public Storage	shop=storage_rental		simply self storage
Q57271676	ВкусВилл	shop=convenience		VkusVill
Q147662	Zara	shop=clothes
Q1972120	Sam's Club	shop=wholesale	amenity=fuel	sams club fuel center|sams club gas|山姆会员商店
Q3033947	Dollarama	shop=variety_store
Q124359752	Shell Select	shop=convenience
Q1053170	Courtyard	tourism=hotel		Courtyard by Marriott|courtyard marriott
Q2214105	SoftBank	shop=mobile_phone		SoftBank Shop|ソフトバンク|ソフトバンクショップ
Q3277439	Co-op Food	shop=supermarket		coop
Q1799875	Ladbrokes	shop=bookmaker
Q8025339	Wingstop	amenity=fast_food
Q7405065	Sally Beauty	shop=hairdresser_supply		Sally Beauty Supply
Q965845	RE/MAX	office=estate_agent		re/max of america
Q3895	Adidas	shop=sports		愛迪達|阿迪达斯
Q1376256	Europcar	amenity=car_rental		Europcar (Scandinavia)
Q4340839	Ощадбанк	amenity=bank	amenity=payment_terminal	Oschadbank|joint stock company "state savings bank of ukraine"|jsc "oschadbank"|oshchadbank|state savings bank of ukraine|акціонерне товариство "державний ощадний банк україни"|ат ощадбанк|банкомат ощадбанку|відділення ощадбанку|ощад
Q109341187	Conoco	amenity=fuel	shop=convenience
Q1371302	Takko Fashion	shop=clothes		Takko
Q3083531	Groupama	office=insurance	amenity=bank	Groupe des Assurances Mutuelles Agricoles
Q26299	中国建设银行	amenity=bank		Banco de Construção da China|CCB|CCB (Asia)|China Construction Bank|ccb|中国建设银行（亚洲）|中國建設銀行|中國建設銀行 Banco de Construção da China|中國建設銀行 China Construction Bank|中國建設銀行（亞洲）|中國建設銀行（亞洲） CCB (Asia)|中國建設銀行（亞洲） China Construction Bank (Asia)
Q1345267	サントリー	amenity=vending_machine		Suntory
Q26070	ユニクロ	shop=clothes		UNIQLO|Uniqlo|优衣库|유니클로
Q377915	Agip	amenity=fuel
Q111604705	EKO	amenity=fuel		EKO (Cyprus)|q903198|εκο|еко
Q2000610	Specsavers	shop=optician		specsavers opticians
Q5430314	Fairfield Inn	tourism=hotel		Fairfield Inn & Suites|Fairfield Inn & Suites by Marriott|Fairfield by Marriott
Q7171798	Petco	shop=pet
Q7937525	Vival	shop=convenience
Q1833890	Asahi SOFT DRINKS	amenity=vending_machine		Asahi Soft Drinks|アサヒ飲料
Q1997334	Беларусбанк	amenity=bank	amenity=bureau_de_change	Belarusbank|беларусьбанк|белорусбанк
Q806693	BMO	amenity=bank		BMO (Canada)|Bank of Montreal|banque de montréal|bmo bank of montreal|bmo banque de montréal
Q109676747	蝦皮店到店	shop=convenience	amenity=parcel_locker	SPX Express|shopee express|shopee xpress|spx|蝦皮智取店|蝦皮門市
Q11326216	萊爾富	shop=convenience		Hi-Life
Q1872496	Love's	amenity=fuel	shop=convenience;leisure=dog_park;tourism=caravan_site;highway=services;shop=truck_repair	Love's RV Hookup|Love's Travel Stop|Love's Truck Care
Q11220162	Raiffeisen	amenity=bank		Raiffeisen (Luxembourg)
Q1759255	O2	shop=mobile_phone	shop=telecommunication	o²
Q875796	Fressnapf	shop=pet		fressnapf deutschland
Q1663776	ICA Nära	shop=supermarket		ICA Kvantum|ICA Maxi|ICA Supermarket|Maxi ICA Stormarknad
Q1204169	モスバーガー	amenity=fast_food		MOS Burger|摩斯汉堡|摩斯漢堡|摩斯漢堡 MOS Burger
Q158888	Yamaha	shop=motorcycle
Q28459	Rema 1000	shop=supermarket
Q1054480	Century 21	office=estate_agent		21-sè-kí Put-tōng-sán|21世紀不動產|21世纪不动产|CENTURY 21|century 21 real estate|センチュリー21|世紀21|世紀21 Century 21
Q5422162	Extra Space Storage	shop=storage_rental		extra space|life storage
Q533415	Best Buy	shop=electronics	amenity=vending_machine;shop=mobile_phone	Best Buy Express|Best Buy Mobile
Q11314123	Seicomart	shop=convenience		セイコーマート
Q1549389	ВТБ	amenity=bank		VTB Bank|ВТБ (Россия)|втб банк москвы
Q2717882	Holiday Inn	tourism=hotel
Q758603	Auchan	shop=supermarket	amenity=fuel
Q6835667	Michaels	shop=craft		michaels stores
Q62562792	Benu	amenity=pharmacy		benu apotheek|benu aptieka|benu vaistinė
Q483915	Nike	shop=clothes		Nike Clearance Store|Nike Community Store|Nike Factory Store|nike well collective
Q509255	Buffalo Wild Wings	amenity=restaurant		BW3|bww
Q1027874	Calzedonia	shop=clothes
Q967265	Kohl's	shop=department_store		kohl's department store
Q1343118	Intesa Sanpaolo	amenity=bank		banca intesa|banca popolare di vicenza|banco di napoli|carisbo|cassa di risparmio del veneto|cassa di risparmio di firenze|intesa sanpaolo s.p.a.|ubi banca|veneto banca
Q17111901	Safeway	shop=supermarket		Safeway (Canada)
Q1492739	Galp	amenity=fuel
Q735261	RBC	amenity=bank	office=financial_advisor	RBC Banque Royale|RBC Royal Bank|RBC Wealth Management|Royal Bank of Canada|banque royale|hsbc|hsbc bank canada|rbc financial group|royal bank|royal bank of canada wealth management
Q2216770	出光	amenity=fuel		Idemitsu|idemitsu kosan|出光興産
Q420837	Firestone	shop=car_repair		Firestone Complete Auto Care
Q776272	吉野家	amenity=fast_food		Yoshinoya|吉野家 Yoshinoya|吉野家 yoshinoya
Q221692	Petronas	amenity=fuel
Q1653985	Albert Heijn	shop=supermarket
Q2974438	Citi Bike	amenity=bicycle_rental		lyft bike|nyc bike share
Q4082693	Белоруснефть	amenity=fuel	shop=convenience
Q61082636	Superbet	shop=bookmaker
Q56373118	Eva	shop=chemist		Eva (Україна)|eva.ua|ева|єва
Q2408041	Sephora	shop=cosmetics	amenity=vending_machine
Q109852336	Ароматный мир	shop=alcohol
Q26298	中国农业银行	amenity=bank		Agricultural Bank of China|agricultural bank china|农业银行|农行
Q36033	Mitsubishi	shop=car		mitsubishi motors
Q1396863	Farmers Insurance	office=insurance		farmers
Q6818610	Mercury Drug	amenity=pharmacy
Q477222	Amplifon	shop=hearing_aids		amplifon deutschland gmbh|amplifon france
Q4854129	BDO	amenity=bank		Banco de Oro|bdo unibank
Q126538316	Foxpost	amenity=parcel_locker
Q43247503	คาเฟ่ อเมซอน	amenity=cafe		Café Amazon|亚马逊咖啡
Q2003777	Canara Bank	amenity=bank		کینرا بینک|केनरा बैंक|ਕੇਨਰਾ ਬੈਂਕ|ಕೆನರಾ ಬ್ಯಾಂಕ್
Q2974996	claire's	shop=fashion_accessories		claire's stores|claires accessories
Q7315394	Residence Inn	tourism=hotel		Residence Inn by Marriott
Q3382454	Picard	shop=frozen_food		picard sa|picard surgelés
Q113236478	WinMart+	shop=convenience		vinmart+
Q1290900	Sinclair	amenity=fuel	shop=convenience	sinclair oil
Q4855944	بانک ملت	amenity=bank		Bank Mellat
Q4053147	William Hill	shop=bookmaker
Q568940	JET	amenity=fuel
Q24997583	Travelodge	tourism=hotel		Travelodge (Asia/Oceania)
Q1143589	Culver's	amenity=fast_food
Q4537982	Яндекс.Маркет	shop=outpost		Yandex.Market
Q3356080	Orpi	office=estate_agent
Q5209392	Daily YAMAZAKI	shop=convenience		Daily Yamazaki|デイリーストア|デイリーヤマザキ
Q215293	Volvo	shop=car
Q474379	FedEx Office	shop=copyshop		fedex|fedex office print and ship center
Q795486	Truist	amenity=bank		bb&t|suntrust|suntrust bank|truist bank|truist financial
Q10860683	TJ Maxx	shop=department_store
Q127962	Levi's	shop=clothes
Q7262792	全聯福利中心	shop=supermarket		Choân-liân Hok-lī Tiong-sim|Pxmart|Tsuân-liân Hok-lī Tiong-sim|全聯
Q15903261	Marshalls	shop=department_store
Q698024	台灣中油	amenity=fuel		CPC Corporation, Taiwan|中油
Q376627	Whataburger	amenity=fast_food
Q63335	Foot Locker	shop=shoes		foot locker europe
Q4897425	Betfred	shop=bookmaker
Q5564162	Greene King	amenity=pub	tourism=hotel	greene king local pubs
Q920166	Ibis	tourism=hotel		hotel ibis|ibis hotel|宜必思酒店
Q922344	Morrisons	shop=supermarket	amenity=fuel;amenity=cafe;amenity=pharmacy	Morrisons Cafe|Morrisons Pharmacy|morrisons / wm morrisons|morrisons fuel / wm morrisons fuel|morrisons petrol filling stations
Q1435950	Food Lion	shop=supermarket
Q61949318	Додо Пицца	amenity=fast_food		Dodo Pizza|dodo пицца|до-до|додо пица|დოდო პიცა
Q97346327	Копеечка	shop=convenience		Kapieječka|Kopeechka|Капеечка|Копєєчка
Q99752411	Morrisons Daily	shop=convenience		Morrisons Daily (Channel Islands)|mcccoll's|mccolls
Q7072824	Opet	amenity=fuel
Q114060847	Апрель	amenity=pharmacy
Q1374674	EuroSpin	shop=supermarket		eurospin italia
Q60967352	Капитал Медицинское Страхование	office=insurance
Q7880076	Ulta Beauty	shop=cosmetics	shop=beauty;shop=hairdresser	The Salon at Ulta Beauty|The Skin Bar at Ulta Beauty|Ulta Salon|Ulta Skin Bar|ulta
Q16973938	Divvy	amenity=bicycle_rental		lyft bike
Q28417381	八方雲集	amenity=fast_food		Bafang Dumpling|八方云集|八方雲集 Bafang Dumpling
Q41171672	Aldi Süd	shop=supermarket		Aldi|Aldi (Aldi Süd group)|Aldi Süd (Deutschland)|aldi|aldi australia|aldi suisse|aldi süd|aldi uk|aldi usa
Q4054103	АТБ-Маркет	shop=supermarket	shop=convenience	ATB-Market|atb|атб|супермаркет атб|тов "атб-маркет"
Q1770208	Claro	shop=mobile_phone		claro brasil
Q2188884	Motel 6	tourism=motel
Q4031865	585 Золотой	shop=jewelry		585 Zolotoy
Q20908850	Unicaja Banco	amenity=bank		Unicaja|liberbank
Q62564610	Farmacias Similares	amenity=pharmacy		Farmacias del Dr. Simi|farmacia similares
Q2735242	Old Navy	shop=clothes
Q29637	Škoda	shop=car		škoda auto
Q670482	Generali	office=insurance		generali españa
Q87724117	ガスト	amenity=restaurant		Gusto
Q142054	Kumon	amenity=prep_school		KUMON|KUMON (日本)|Kumon (International)|kumon learning center|kumon math and reading center|くもん|公文
Q688082	Bata	shop=shoes		Baťa|ბატა
Q40165577	Basic-Fit	leisure=fitness_centre
Q1477321	Yves Rocher	shop=cosmetics		ив роше|伊夫黎雪|葉露芝|葉露芝 Yves Rocher
Q1162859	Hilton Garden Inn	tourism=hotel
Q5654601	Harbor Freight Tools	shop=hardware		harbor freight
Q578832	PKO BP	amenity=bank		pko bank polski
Q1548712	WHSmith	shop=newsagent	shop=books	WH史密斯
Q3408522	Proxi	shop=convenience	shop=supermarket	Proxi Super|proxy
Q1278087	Petrol Ofisi	amenity=fuel
Q706421	New Yorker	shop=clothes
Q6464734	La Quinta Inn & Suites	tourism=hotel		La Quinta Inn|La Quinta Inn & Suites by Wyndham|La Quinta Inn by Wyndham|la quinta|la quinta by wyndham|la quinta inns and suites
Q3045312	Olive Garden	amenity=restaurant		olive garden italian kitchen
Q2945643	Skechers	shop=shoes		skechers usa|sketchers
Q3472954	Nando's	amenity=restaurant
Q27597	Fiat	shop=car
Q2108626	Premier Inn	tourism=hotel
Q4905973	Big Lots	shop=department_store
Q666694	CIBC	amenity=bank		cibc banking centre
Q623042	BRI	amenity=bank		Bank Rakyat Indonesia|bank bri
Q152096	Sainsbury's	shop=supermarket	amenity=fuel	sainsbury's / j sainsbury|sainsbury's filling stations|sainsbury's petrol station
Q2052213	Douglas	shop=perfumery
Q184399	Zeeman	shop=clothes
Q810773	Bath & Body Works	shop=cosmetics
Q7579310	Sport Clips	shop=hairdresser		sport clips haircuts|sports clips
Q5455836	Five Below	shop=variety_store
Q66048	Deutsche Bank	amenity=bank
Q1337797	Office Depot	shop=stationery
Q54078	IKEA	shop=furniture	amenity=fast_food;leisure=indoor_play;shop=convenience;amenity=cafe	IKEA (Scandinavia)|IKEA Bistro|IKEA Café|IKEA Estúdio de Planificação|IKEA Planning Studio|IKEA Plánovacie štúdio|IKEA Plánovací studio|IKEA Restaurant|IKEA Småland|IKEA Swedish Food Market|Småland|Ресторан ИКЕА
Q188307	The Salvation Army	shop=charity	amenity=recycling	Frelsens Hær Genbrug|The Salvation Army (UK)|The Salvation Army (USA)|frelleren|genbrug|salvation army|the salvation army charity shop|the salvation army family store
Q631047	HDFC Bank	amenity=bank		HDFC
Q17018523	Bike Share Toronto	amenity=bicycle_rental
Q172741	Subaru	shop=car
Q848773	松屋	amenity=fast_food		Matsuya
Q7389549	SEAOIL	amenity=fuel		Seaoil
Q1089932	Church's Chicken	amenity=fast_food		Texas Chicken|church's texas chicken|church's texas chicken®
Q136503	Mango	shop=clothes
Q107406476	蜜雪冰城	amenity=cafe		Mixue|Mixue Ice Cream & Tea|Mìxuě Bīngchéng|蜜雪冰城 Mixue Ice Cream & Tea
Q9280965	Groszek	shop=convenience	shop=supermarket
Q2501256	BPI	amenity=bank		Bank of the Philippine Islands|bpi family savings bank|robinsons bank
Q17064661	Cebuana Lhuillier	shop=pawnbroker		Cebuana|agencia cebuana
Q7669891	TD Bank	amenity=bank		TD|TD Bank (USA)
Q886564	サイゼリヤ	amenity=restaurant		Saizeriya|萨莉亚|薩莉亞|薩莉亞 Saizeriya
Q4301704	Монетка	shop=supermarket		Monetka
Q306960	ampm	shop=convenience
Q1958759	Müller	shop=chemist		drogeriemarkt müller
Q611115	Swarovski	shop=jewelry
Q1917753	Meijer	shop=convenience	shop=supermarket;amenity=fuel;amenity=pharmacy	Meijer Express|Meijer Pharmacy
Q3556413	Veterans of Foreign Wars of the United States	amenity=social_centre		VFW|VFW Post
Q386	Bixi	amenity=bicycle_rental
Q1108172	Coles	shop=supermarket
Q967735	Movistar	shop=mobile_phone	shop=telecommunication	movistar españa
Q13218434	Sainsbury's Local	shop=convenience
Q20718	Samsung	shop=electronics		三星
Q6395007	بانک کشاورزی	amenity=bank		Bank Keshavarzi Iran
Q432564	Coop	shop=convenience	amenity=restaurant;shop=supermarket;shop=doityourself	Coop (Schweiz)|Coop Bau+Hobby|Coop Restaurant
Q6109362	Wetherspoon	amenity=pub		jd wetherspoon|jd wetherspoons|wetherspoons
Q6310864	Jumbo	shop=supermarket		Jumbo (Cencosud)
Q7695198	بانک تجارت	amenity=bank
Q1720713	Мегафон	shop=mobile_phone		MegaFon
Q2381223	MediaMarkt	shop=electronics		MediaWorld|mediamarkt|melectronics
Q5533938	GEO	shop=video		ゲオ
Q5451873	Firehouse Subs	amenity=fast_food
Q5281735	Discount Tire	shop=tyres
Q10831598	Petrolimex	amenity=fuel
Q62391488	Palawan Pawnshop	shop=pawnbroker
Q807961	Santander Cycles	amenity=bicycle_rental		Santander Cycles (Brunel)|Santander Cycles (London)|Santander Cycles (Milton Keynes)|Santander Cycles (Swansea)|Santander Cycles MK|barclays bikes|barclays cycle hire|boris bike|boris bikes
Q54621344	Coral	shop=bookmaker
Q5175072	Costcutter	shop=convenience	shop=supermarket	costcutters
Q61070539	Covirán	shop=supermarket		Coviran
Q762330	Banco Sabadell	amenity=bank		Banc Sabadell|Banco de Sabadell, S.A.|sabadell
Q5435609	Farmacia Guadalajara	amenity=pharmacy		farmacias guadalajara
Q305404	Intimissimi	shop=clothes
Q7912852	Valvoline	shop=car_repair		Valvoline Instant Oil Change|oil can henry's
Q3548078	Ultramar	amenity=fuel	shop=convenience
Q721810	Iceland	shop=frozen_food		iceland foods
Q1034635	Capital Bikeshare	amenity=bicycle_rental		cabi|lyft bike
Q7758173	しまむら	shop=clothes		Shimamura|ファッションセンターしまむら
Q1616858	Татнефть	amenity=fuel		Tatneft
Q64149010	Maverik	amenity=fuel	shop=convenience
Q8067525	Zaxby's	amenity=fast_food		Zaxby's Chicken Fingers & Buffalo Wings
Q18400706	Л'Этуаль	shop=cosmetics		летуаль
Q5874938	Hobby Lobby	shop=craft
Q675808	Caffè Nero	amenity=cafe		Green Caffè Nero|Nero Express|Nero Express (Caffè Nero)|cafe nero|green cafe nero
Q7132349	Papa Murphy's	amenity=fast_food		Papa Murphy's Take 'N' Bake Pizza|papa murphy|papa murphy pizza|papa murphys pizza
Q1684639	Перекрёсток	shop=supermarket		Perekryostok|перекресток
Q65954217	One Stop	shop=convenience
Q1361349	Eroski	shop=supermarket		Eroski City|eroski center
Q61875920	Светофор	shop=supermarket		Svetofor|Svietafor|Светафор|Світлофор
Q616376	Neste	amenity=fuel		neste oil
Q184860	Euronics	shop=electronics		euronics centre
Q10850949	ほっともっと	amenity=fast_food		Hotto Motto|hottomotto ほっともっと|ほっともっと/hottomotto
Q5880870	Holland & Barrett	shop=health_food
Q794939	B&B Hotels	tourism=hotel		B&B Hotel|bed & breakfast hotels
Q421253	Apple Store	shop=electronics		Apple
Q1035997	Carglass	shop=car_repair
Q457822	Fielmann	shop=optician
Q62563833	Dbam o Zdrowie	amenity=pharmacy		DOZ|apteka dbam o zdrowie|doz apteka dbam o zdrowie
Q1788862	Rompetrol	amenity=fuel	shop=convenience	hei|Ромпетрол|რომპეტროლი
Q735942	RaceTrac	amenity=fuel	shop=convenience
Q1740314	KeyBank	amenity=bank
Q1064893	Outback Steakhouse	amenity=restaurant		outback steakhouse - national
Q3354445	Optic 2000	shop=optician
Q5333330	Econo Lodge	tourism=motel
Q7313497	Rent-A-Center	shop=furniture
Q309865	Теле2	shop=mobile_phone		Tele2
Q5038192	Card Factory	shop=gift
Q679750	Würth	shop=hardware
Q1032400	Canadian Tire	shop=department_store	amenity=fuel;shop=car_repair	Canadian Tire Auto Centre|Canadian Tire Gas+|Centre d'auto Canadian Tire|canadian tire gas +|canadian tire gas bar
Q3139611	Home Hardware	shop=hardware	shop=doityourself	Home Building Centre|Home Building Centre (Canada)|Home Hardware Building Centre|Home Hardware Building Centre (Canada)
Q618940	Apollo-Optik	shop=optician		Apollo
Q15283673	농협	amenity=bank		NH Bank|NH농협은행|Nonghyeop|Nonghyup Bank|nh|nh bank|농협은행|농협중앙회
Q60860236	MEVO	amenity=bicycle_rental
Q518563	Konzum	shop=supermarket	shop=convenience	Konzum (Balkans)
Q110037370	Верный	shop=supermarket
Q3320547	Mondial Relay	amenity=parcel_locker
Q65084369	CoCo	amenity=cafe		CoCo Fresh Tea & Juice|CoCo都可|coco奶茶|都可茶飲|都可茶饮
Q2231148	Pearle	shop=optician		Pearle Vision|pearle opticiens|pearle optik
Q420822	Gap	shop=clothes		Gap Body|Gap Factory|Gap Kids|babyGap|gap factory store|the gap
Q38623383	Best Western Plus	tourism=hotel
Q6558800	М.Видео	shop=electronics		M.video|m.видео
Q4650251	ABC	shop=convenience		ABC (Hawaii)|abc stores
Q5141641	Coinstar	amenity=payment_terminal		coinstar kiosk
Q62131749	Axion	amenity=fuel
Q837851	The Body Shop	shop=cosmetics
Q62605260	파리바게뜨	shop=bakery		Paris Baguette|paris baguette cafe|巴黎貝甜|巴黎贝甜|巴黎贝甜 (中国)|파리바게뜨 (대한민국)
Q136311	Sunglass Hut	shop=optician
Q817139	United Colors of Benetton	shop=clothes		Benetton
Q1613639	Kiwi	shop=supermarket		kiki minipris
Q680990	Expert	shop=electronics		Expert (Deutschland)
Q113470149	Hall Tabakwaren	amenity=vending_machine		hall
Q99562093	Akshaya	amenity=internet_cafe		akshaya center|akshaya centre
Q2925147	Bricomarché	shop=doityourself
Q2699863	Telepizza	amenity=fast_food
Q107410579	Sinsay	shop=clothes
Q1009104	bft	amenity=fuel		Freie Tankstelle
Q3331046	MMA	office=insurance		Mutuelles du Mans Assurances
Q136697017	Доброцен	shop=supermarket		Dabracen|Dobrotsen|Дабрацэн
Q4836931	B&M	shop=variety_store		B&M Bargains|B&M Home Store|B&M Home Store with Garden Centre|b&m bargains store|b&m stores
Q1143685	Cumberland Farms	amenity=fuel	shop=convenience	cumberland
Q2007823	ΟΠΑΠ	shop=bookmaker
Q24930461	Почта Банк	amenity=bank		Post Bank
Q1673286	Irving	amenity=fuel	shop=convenience	irving oil
Q383711	DEKRA	amenity=vehicle_inspection		Dekra
Q1280255	Ecco	shop=shoes		ecco shoes
Q1411810	Fifth Third Bank	amenity=bank		5/3|5/3 Bank
Q1094923	Cold Stone Creamery	amenity=ice_cream		cold stone
Q11868562	K-Market	shop=convenience
Q3920226	Россельхозбанк	amenity=bank		Rosselkhozbank
Q5308185	Drogasil	amenity=pharmacy
Q1636958	小米	shop=mobile_phone		Mi|Xiaomi|小米 Xiaomi|小米之家|小米之家 Mi
Q57449742	Мои документы	office=government		My documents|МФЦ|Центр государственных и муниципальных услуг "Мои документы"|госуслуги|мфц «мои документы»|центр госуслуг
Q62127191	Cenex	amenity=fuel	shop=convenience
Q1508234	Safeway	amenity=fuel	amenity=pharmacy;shop=supermarket	Safeway (USA)|Safeway Fuel Station|safeway pharmacy
Q249525	롯데리아	amenity=fast_food		Lotteria|ロッテリア
Q7643261	Superdrug	shop=chemist	amenity=pharmacy	superdrug pharmacy
Q845263	LCBO	shop=alcohol		liquor control board of ontario
Q4855942	بانک مسکن	amenity=bank		Bank Maskan
Q4999220	Burlington	shop=department_store		Burlington Coat Factory|burlington stores
Q2420096	Franprix	shop=convenience
Q11350960	LAWSON STORE 100	shop=convenience		Lawson Store 100|ローソンストア100
Q5856071	Cruz Verde	amenity=pharmacy		farmacias cruz verde
Q123507620	Metrorower	amenity=bicycle_rental
Q986744	中国邮政储蓄银行	amenity=bank		Postal Savings Bank of China|邮储银行|邮政储蓄银行|邮政银行
Q2904039	Biocoop	shop=supermarket	shop=convenience
Q544532	Mapfre	office=insurance
Q7963529	Walmart Neighborhood Market	shop=supermarket
Q46730	Monte dei Paschi di Siena	amenity=bank		antonveneta|banca antonveneta|banca monte dei paschi di siena|banca monte paschi|mps
Q64128179	Pilot	amenity=fuel	shop=convenience;highway=services	Pilot Travel Center|Pilot Travel Centers|pilot dealer|pilot travel center|pilot travel centers
Q107231230	Планета здоровья	amenity=pharmacy		Health Planet|Планета Здароўя|Планета здоровья (Беларусь)|Плянэта Здароўя
Q11788344	CCC	shop=shoes
Q5122694	Citizens Bank	amenity=bank		Citizens|Citizens Bank (Eastern USA)|investors bank
Q245343	Barclays	amenity=bank		barclays bank|barclays bank plc|barclays uk
Q9345945	Stokrotka	shop=supermarket
Q112406961	Вкусно — и точка	amenity=fast_food		Vkusno i tochka|mcdonald's|макдоналдс|макдональдс
Q1130956	Copec	amenity=fuel
Q11964085	Extra	shop=supermarket		coop extra
Q12329785	OK	amenity=fuel	amenity=car_wash	OK (Danmark)
Q379911	Denner	shop=supermarket	shop=convenience	Denner Express
Q864933	Bipa	shop=chemist
Q891163	Bojangles'	amenity=fast_food		Bojangles' Famous Chicken 'n Biscuits|bojangles' restaurants
Q2883376	Banco Nación	amenity=bank		Banco de la Nación Argentina|banco de la nación
Q903805	HEMA	shop=department_store		hema b.v.
Q4836848	BWS	shop=alcohol
Q62874140	Rituals	shop=cosmetics		rituals cosmetics
Q1653258	ICICI Bank	amenity=bank		ICICI
Q25005163	Orangetheory Fitness	leisure=fitness_centre		orangetheory
Q463436	American Automobile Association	office=insurance	shop=travel_agency	AAA|AAA Insurance
Q645708	ING	amenity=bank		ing bank
Q12309283	Eurospar	shop=supermarket		spar
Q2829511	Alain Afflelou	shop=optician
Q1311806	Loterías y Apuestas del Estado	shop=lottery		apuestas del estado|lotería del estado|loterías del estado
Q5272601	Dick's Sporting Goods	shop=sports		dicks
Q2498318	コスモ	amenity=fuel		Cosmo|コスモ石油
Q598884	Hilton	tourism=hotel		hilton hotels & resorts
Q1152847	Lloyds Bank	amenity=bank		lloyds|lloyds bank plc|lloyds banking group|lloyds tsb|lloyds tsb bank
Q1434528	Poundland	shop=variety_store
Q188217	Seat	shop=car
Q857063	Citibank	amenity=bank		Citi|citibank brazil|citibank us|花旗|花旗銀行|花旗銀行 Citibank|花旗银行
Q3095006	Gamm Vert	shop=garden_centre
Q634881	Tommy Hilfiger	shop=clothes		Tommy Hilfiger Kids
Q917131	Regions Bank	amenity=bank
Q11314509	セリア	shop=variety_store		Seria
Q564213	Tchibo	shop=coffee
Q1192805	Krispy Kreme	amenity=fast_food		Krispy Krem|Krispy Kreme Doughnuts|krispy kreme doughnuts|كرسبي كريم|クリスピー・クリーム・ドーナツ|크리스피크림도넛
Q5880490	Holiday	amenity=fuel	shop=convenience
Q105044323	MR.DIY	shop=doityourself
Q106947294	Odido	shop=convenience
Q1001437	Budget	amenity=car_rental		Budget Rent a Car|budget car rental
Q83434356	M Lhuillier	shop=pawnbroker
Q3119538	Krys	shop=optician		krys group
Q795454	Barnes & Noble	shop=books
Q16999069	Nisa Local	shop=convenience	shop=supermarket	Nisa|Nisa Express|Nisa Extra|nisa retail|nisalocally
Q450180	Norma	shop=supermarket
Q300518	OBI	shop=doityourself
Q3064093	Americanas	shop=department_store		Lojas Americanas
Q192814	Harley-Davidson	shop=motorcycle	shop=motorcycle_repair
Q5885724	Grido	amenity=ice_cream		grido helado
Q478214	Tesla	shop=car	amenity=charging_station	Tesla Destination Charger|tesla motors|tesla wall connector|特斯拉
Q7703003	Terpel	amenity=fuel
Q11225213	JA	amenity=fuel		JA-SS|ジェイエイ-エスエス|ジェイエー
Q1521910	Hallmark	shop=gift		hallmark gold crown
Q1709809	Mercure	tourism=hotel		mercure hotels|美居酒店
Q920037	JCPenney	shop=department_store	shop=optician	J.C. Penney Company|JCPenney Optical|jcpenny
Q23823668	TK Maxx	shop=department_store
Q798298	BackWerk	shop=bakery		Backwerk
Q846301	Red Lobster	amenity=restaurant
Q11278154	まいばすけっと	shop=supermarket		My Basket
Q11302690	コメリ	shop=doityourself		KOMERI|Komeri Hard & Green|Komeri PRO|Komeri Power|コメリPRO|コメリハード&グリーン|コメリパワー
Q4492609	Cracker Barrel	amenity=restaurant	shop=gift	Cracker Barrel Old Country Store|cb old country store
Q3919652	Альфа-Банк	amenity=bank		Alfa-Bank|Альфа-Банк (Беларусь)
Q696003	Ziraat Bankası	amenity=bank		Ziraat Bank|t.c. ziraat bankası|Зираат Банк|ზირაათ ბანკი
Q3424298	Relay	shop=newsagent
Q1065819	ミスタードーナツ	amenity=fast_food		Mister Donut|Mister Donut (臺灣)|唐先生圓圓圈|美仕唐納滋
Q62105088	Диана	shop=dry_cleaning
Q183538	Woolworth	shop=department_store		Woolworth (Deutschland)
Q56310946	Laforêt	office=estate_agent
Q4139985	Gloria Jeans	shop=clothes
Q1925799	Metrobank	amenity=bank		Metrobank (Philippines)
Q62332857	Primax	amenity=fuel		Primax (Ecuador)
Q749474	Banamex	amenity=bank		Grupo Financiero Banamex|banco nacional de mexico|citibanamex|citibankbanamex
Q15815751	Hofer	shop=supermarket		hofer österreich
Q2604175	Hunkemöller	shop=clothes
Q62298612	PT	amenity=fuel
Q63720061	Dog-Station	amenity=vending_machine	amenity=waste_basket
Q28679754	Sicoob	amenity=bank
Q3246464	currys	shop=electronics		Currys|currys pc world|pc world
Q107123038	Мила	shop=chemist		Mila|Міла
Q6077665	Jack & Jones	shop=clothes
Q8901192	France Travail	office=government		pôle emploi
Q1184173	Delhaize	shop=supermarket	shop=convenience	AD Delhaize|Delhaize Shop & Go|Proxy Delhaize|Shop & Go|delhaize shop & go|shop & go|shop & go delhaize
Q1363885	Qdoba	amenity=fast_food		Qdoba Mexican Eats|qdoba mexican grill
Q4281631	Мария-Ра	shop=supermarket	shop=convenience	Maria-ra
Q285328	Commonwealth Bank	amenity=bank		commonwealth bank of australia
Q1194143	Pizza Pizza	amenity=fast_food
Q620875	Goodyear	shop=car_repair		goodyear auto service center|goodyear commercial tire & service centers
Q2470307	Guess	shop=clothes	shop=fashion_accessories	Guess Accessories
Q5887941	HomeGoods	shop=houseware
Q7179006	Petromin	shop=car_repair	amenity=fuel	Petromin Corporation|Petromin Express|petrom بتروم|petromin corp|بتروم|بترومين|بترومين إكسبرس|شركة بترومين
Q1502859	Ramada	tourism=hotel		Ramada by Wyndham
Q1755034	Petrom	amenity=fuel		Petrom (Moldova/România)
Q7285144	Raising Cane's	amenity=fast_food		Raising Cane's Chicken Fingers
Q3272257	M&T Bank	amenity=bank
Q7707945	Texas Roadhouse	amenity=restaurant
Q10851968	OK超商	shop=convenience		OK mart
Q2504643	DoubleTree	tourism=hotel		DoubleTree by Hilton
Q5317253	Dutch Bros. Coffee	amenity=cafe		dutch bros|dutch brothers
Q122764368	Quickshop	shop=convenience
Q3088784	Jamba	amenity=fast_food		Jamba Juice
Q108403242	Maxi Zoo	shop=pet
Q1881222	Maxima	shop=supermarket		Maxima X|Maxima XX|Maxima XXX
Q806639	Bank Mandiri	amenity=bank		mandiri
Q1080670	TD	amenity=bank		TD Bank (Canada)|TD Canada Trust|td bank|the toronto dominion bank
Q62082410	Marie Blachère	shop=bakery		boulangerie marie blachère|marie blachère boulangerie sandwicherie tarterie
Q7579661	Sports Direct	shop=sports		sportsdirect dot com|sportsdirect.com
Q7439115	Screwfix	shop=doityourself		Screwfix City
Q12133863	Нова Пошта	amenity=parcel_locker		new post|nova poshta|nova post|поштомат нова пошта
Q7692079	Teboil	amenity=fuel
Q5047083	Carter's	shop=clothes		Carter's OshKosh|carters babies and kids
Q55662627	Coffee Like	amenity=cafe
Q798819	Huntington Bank	amenity=bank		chemical bank|huntington national bank|tcf bank
Q2786319	Flying Tiger Copenhagen	shop=variety_store		Flying Tiger|tgr|tiger
Q2003549	Axis Bank	amenity=bank		axis
Q62086647	Farmacias del Ahorro	amenity=pharmacy		farmacia del ahorro
Q958053	Kwik Fit	shop=car_repair
Q688825	Trader Joe's	shop=supermarket
Q912778	OTP Bank	amenity=bank		OTP|ОТП|ОТП Банк|ОТП Банк (Россия)
Q7427972	Save-A-Lot	shop=supermarket
Q7845817	Tropical Smoothie Cafe	amenity=fast_food
Q127690380	Антей	amenity=pharmacy
Q301965	Sprint	shop=mobile_phone
Q806914	Banorte	amenity=bank
Q332477	Victoria's Secret	shop=clothes
Q5433457	Famous Footwear	shop=shoes
Q7140896	Party City	shop=party
Q267840	Randstad	office=employment_agency
Q294721	AMC	amenity=cinema		amc cinema|amc cinemas|amc theater|amc theaters|amc theatre|amc theatres
Q40993	Porsche	shop=car	amenity=charging_station
Q55525150	Comfort Suites	tourism=hotel
Q2447961	Ukrnafta	amenity=fuel		Укрнафта|азс ukrnafta|азс укрнафта|пат укрнафта
Q846735	Nationwide	amenity=bank		nationwide building society
Q6117132	Jackson Hewitt	office=tax_advisor		Jackson Hewitt Tax Service|jackson hewitt, inc.
Q109852014	Галамарт	shop=hardware
Q226889	36,6	amenity=pharmacy		аптека 36,6
Q4531492	Эльдорадо	shop=electronics
Q5888229	Home Bargains	shop=variety_store
Q309031	Lacoste	shop=clothes
Q7307083	بانک رفاه	amenity=bank		Refah Bank|بانک رفاه کارگران
Q889624	Leroy Merlin	shop=doityourself		Леруа Мерлен
Q20655763	Велобайк	amenity=bicycle_rental		Velobike
Q28224393	United	amenity=fuel	shop=convenience	united (aus)|united petroleum
Q117195375	Box Now	amenity=parcel_locker		Box Now (Hrvatska)
Q1750397	ONCE	shop=lottery	amenity=social_facility	Organización Nacional de Ciegos Españoles
Q110253348	Алоэ	amenity=pharmacy
Q809985	Башнефть	amenity=fuel		Bashneft
Q7847545	True Value	shop=hardware		true value hardware
Q119658858	DCM	shop=doityourself		ディーシーエム
Q35919	Lexus	shop=car		凌志|雷克萨斯
Q106575365	Beryl	amenity=bicycle_rental
Q11776794	Media Expert	shop=electronics
Q2836957	Couche-Tard	shop=convenience	amenity=fuel
Q6579719	บางจาก	amenity=fuel		Bangchak
Q1809448	Whole Foods Market	shop=supermarket		whole foods
Q2044983	Federal Bank	amenity=bank
Q3841263	MD	shop=supermarket		md discount
Q10397787	Aaron's	shop=furniture		aaron's inc
Q115190155	Qazaq Oil	amenity=fuel	shop=convenience
Q1639719	Hy-Vee	shop=supermarket	amenity=pharmacy;amenity=fuel	Hy-Vee Gas|Hy-Vee Pharmacy
Q119854219	Dali	shop=convenience
Q65156084	Studenac	shop=convenience
Q2176149	Primera	shop=newsagent
Q11302679	コメダ珈琲店	amenity=cafe		KOMEDA'S Coffee|Komeda Coffee Shop|Komeda's Coffee|客美多咖啡
Q2109109	Pret A Manger	amenity=fast_food		Pret|veggie pret
Q708835	Postbank	amenity=bank		Postbank (Deutschland)|postbank finanzcenter
Q98278038	Intermarché Super	shop=supermarket
Q407009	Three	shop=mobile_phone	shop=telecommunication	3|3 store|Three.|three store
Q6457180	LA Fitness	leisure=fitness_centre		xsport fitness
Q12876543	ΕΛΙΝΟΙΛ	amenity=fuel		ελίν
Q56811344	瑞幸咖啡	amenity=cafe		Luckin Coffee|luckin|瑞幸
Q2003797	Bank of Baroda	amenity=bank		bob|dena bank|vijaya bank
Q4807808	Aspen Dental	amenity=dentist
"""#
}
