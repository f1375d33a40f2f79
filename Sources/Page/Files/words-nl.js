// All words of the page in Dutch.

export const words = {
  "device.name": "Naam van dit apparaat",
  "device.browser": "Browser",
  "device.on": "{browser} op {system}",
  "person.name": "Je naam",

  "join.signIn": "Op dit apparaat aanmelden als {name}?",
  "join.button": "Aanmelden",
  "join.instead": "{name} is hier nu aangemeld, en straks niet meer.",
  "join.notYou": "Is dit niet jouw naam? Sluit dan deze pagina: de link blijft goed voor wie hij is.",
  "join.invited": "Lid worden van het huishouden {name}?",
  "join.invitedBy": "{by} nodigt je uit voor het huishouden {name}",
  "join.as": "Lid worden als {name}",
  "join.member": "Lid worden",
  "join.haveAccount": "Heb je al een account? Meld je eerst aan, en open de link daarna opnieuw.",
  "join.over": "Deze link werkt niet meer",
  "join.failed": "Dit is niet gelukt",
  "join.what": "Wat nu",
  "join.overWhat": "Een link werkt één keer, 24 uur lang, en alleen als hij compleet is. Vraag een nieuwe aan wie hem gaf, of maak er een op een apparaat waarop je bent aangemeld.",
  "join.otherWays": "Andere manieren om aan te melden",
  "join.home": "Naar je pagina",

  "signIn.title": "Aanmelden",
  "signIn.link": "Met een link",
  "signIn.linkHow": "Open de link die je hebt gekregen, of scan de QR-code. Wachtwoorden zijn er niet.",
  "signIn.machine": "Op de computer zelf opent dit de pagina:",
  "signIn.code": "Met een apparaat waarop je bent aangemeld",
  "signIn.codeHow": "Dit apparaat toont een code, die je daar intypt.",
  "signIn.codeShow": "Code tonen",
  "signIn.codeIs": "De code",
  "signIn.codeType": "Open deze pagina op een apparaat waarop je bent aangemeld, en typ de code onder ‘Een ander apparaat’. Hij is goed tot {until}; deze pagina gaat vanzelf verder.",
  "signIn.codeOver": "De code is verlopen. Toon een nieuwe.",
  "signIn.account": "Zonder account",
  "signIn.accountHow": "Vraag een account aan; wie deze pagina beheert, beslist.",
  "signIn.accountAsk": "Aanvragen",
  "signIn.accountNo": "Deze pagina is alleen op uitnodiging. Vraag een link aan iemand die haar gebruikt.",
  "signIn.accountWait": "Je aanvraag is verstuurd. Zodra je wordt toegelaten, gaat deze pagina vanzelf verder; je mag haar sluiten en terugkomen.",
  "signIn.accountStop": "Niet wachten",
  "signIn.accountRefused": "Je bent niet toegelaten, of het duurde te lang. Je mag het opnieuw vragen.",

  "home.hello": "Hallo {name}",
  "home.signOut": "Afmelden",
  "messages.title": "Berichten",
  "messages.none": "Nog niets. Wat je te horen krijgt, verschijnt hier vanzelf.",
  "messages.read": "Gelezen",
  "groups.title": "Groepen",
  "groups.none": "Je zit nog in geen groep.",
  "groups.household": "huishouden",
  "groups.organisation": "organisatie",
  "groups.members": "leden: {count}",
  "groups.admin": "je bent beheerder",
  "groups.invite": "Uitnodigen",
  "groups.inviteTo": "Uitnodiging voor {name}",
  "groups.inviteHow": "Wie deze link opent, mag lid worden, één keer, tot {until}.",
  "groups.name": "Naam van een nieuw huishouden",
  "groups.add": "Huishouden maken",
  "requests.title": "Verzoeken",
  "requests.none": "Niemand wacht op antwoord.",
  "requests.accept": "Accepteren",
  "requests.refuse": "Weigeren",
  "requests.withdraw": "Intrekken",
  "requests.asksMe": "{by} vraagt je lid te worden van {group}.",
  "requests.isAsked": "{name} is gevraagd voor {group}.",
  "requests.wantsIn": "{name} wil lid worden van {group}.",
  "requests.iWantIn": "Je wilt lid worden van {group}.",
  "elsewhere.title": "Een ander apparaat",
  "elsewhere.link": "Een link voor een ander apparaat",
  "elsewhere.how": "Open deze link daar, of scan de code: dat meldt je aan, één keer, tot {until}. Laat hem aan niemand anders zien.",
  "elsewhere.code": "Of de code die het toont",
  "elsewhere.approve": "Daar aanmelden",
  "elsewhere.approved": "Je bent er nu aangemeld: {device}.",
  "sessions.title": "Waar je bent aangemeld",
  "sessions.this": "dit apparaat",
  "sessions.used": "laatst gebruikt {time}",
  "sessions.end": "Beëindigen",
  "sessions.endOthers": "Alle andere beëindigen",
  "signups.title": "Wie een account vraagt",
  "signups.none": "Niemand.",
  "signups.accept": "Toelaten",

  "link.address": "De link",
  "link.here": "Hij werkt alleen op deze computer: de pagina heeft nog geen openbaar adres.",
  "link.copy": "Kopiëren",
  "link.copied": "Gekopieerd.",
  "link.qr": "QR-code van de link",

  "fault.title": "Dit is niet gelukt",
  "fault.again": "Opnieuw proberen",
  "fault.away": "Geen antwoord: is dit apparaat verbonden? Probeer het opnieuw.",
  "fault.daemonAway": "Een deel van de dienst is even weg. Probeer het over een minuut opnieuw.",
  "fault.signedOut": "Je bent hier niet meer aangemeld: open de pagina opnieuw.",
  "fault.gone": "Dat is er niet, of niet meer.",
  "fault.used": "Dat is gebruikt, of verlopen. Begin opnieuw.",
  "fault.tooMany": "Te veel pogingen. Wacht {seconds} seconden.",
  "fault.other": "De dienst zegt {status}. Probeer het opnieuw.",

  "page.views": "Onderdelen",
  "page.skip": "Naar de inhoud",
  "page.nothing": "Op dit adres is niets",
  "page.toMap": "Naar de kaart",
  "view.map": "Kaart",
  "view.nearby": "Dichtbij",
  "view.search": "Zoeken",
  "view.deals": "Deals",
  "view.history": "Historie",
  "view.messages": "Berichten",
  "view.settings": "Instellingen",

  // Map

  // Nearby

  // Search and places

  // Deals

  // History

  // Messages and notifications

  // Settings
};
