// All words of the page in English.

export const words = {
  "device.name": "Name of this device",
  "device.browser": "Browser",
  "device.on": "{browser} on {system}",
  "person.name": "Your name",

  "join.signIn": "Sign in as {name} on this device?",
  "join.button": "Sign in",
  "join.instead": "{name} is signed in here now, and will not be any more.",
  "join.notYou": "Is this not your name? Then close this page: the link stays good for its person.",
  "join.invited": "Join the household {name}?",
  "join.invitedBy": "{by} invites you to the household {name}",
  "join.as": "Join as {name}",
  "join.member": "Join",
  "join.haveAccount": "Do you have an account already? Sign in first, then open the link again.",
  "join.over": "This link is not good any more",
  "join.failed": "This did not work",
  "join.what": "What to do",
  "join.overWhat": "A link works once, and for 24 hours, and only as a whole. Ask whoever gave it to you for a new one, or make one on a device on which you are signed in.",
  "join.otherWays": "Other ways to sign in",
  "join.home": "To your page",

  "signIn.title": "Sign in",
  "signIn.link": "With a link",
  "signIn.linkHow": "Open the link that you were given, or scan its QR code. There are no passwords.",
  "signIn.machine": "On the computer itself, this opens the page:",
  "signIn.code": "With a device on which you are signed in",
  "signIn.codeHow": "This device shows a code, which you type there.",
  "signIn.codeShow": "Show a code",
  "signIn.codeIs": "The code",
  "signIn.codeType": "Open this page on a device on which you are signed in, and type the code under “Another device”. It is good until {until}; this page goes on by itself.",
  "signIn.codeOver": "The code is over. Show a new one.",
  "signIn.account": "Without an account",
  "signIn.accountHow": "Ask for an account; somebody who looks after this page decides.",
  "signIn.accountAsk": "Ask",
  "signIn.accountNo": "This page takes people by invitation only. Ask somebody who uses it for a link.",
  "signIn.accountWait": "You have asked. As soon as you are let in, this page goes on by itself; you may close it and come back.",
  "signIn.accountStop": "Do not wait",
  "signIn.accountRefused": "You were not let in, or it took too long. You may ask again.",

  "home.hello": "Hello, {name}",
  "home.signOut": "Sign out",
  "messages.title": "Messages",
  "messages.none": "Nothing yet. What you are told appears here by itself.",
  "messages.read": "Read",
  "groups.title": "Groups",
  "groups.none": "You are in no group yet.",
  "groups.household": "household",
  "groups.organisation": "organisation",
  "groups.members": "members: {count}",
  "groups.admin": "you are admin",
  "groups.invite": "Invite",
  "groups.inviteTo": "Invitation to {name}",
  "groups.inviteHow": "Whoever opens this link may join, once, until {until}.",
  "groups.name": "Name of a new household",
  "groups.add": "Make a household",
  "requests.title": "Requests",
  "requests.none": "Nobody is waiting for an answer.",
  "requests.accept": "Accept",
  "requests.refuse": "Refuse",
  "requests.withdraw": "Withdraw",
  "requests.asksMe": "{by} asks you to join {group}.",
  "requests.isAsked": "{name} is asked to join {group}.",
  "requests.wantsIn": "{name} asks to join {group}.",
  "requests.iWantIn": "You ask to join {group}.",
  "elsewhere.title": "Another device",
  "elsewhere.link": "A link for another device",
  "elsewhere.how": "Open this link there, or scan its code: that signs you in, once, until {until}. Show it to nobody else.",
  "elsewhere.code": "Or the code that it shows",
  "elsewhere.approve": "Sign it in",
  "elsewhere.approved": "You are signed in on it now: {device}.",
  "sessions.title": "Where you are signed in",
  "sessions.this": "this device",
  "sessions.used": "last used {time}",
  "sessions.end": "End",
  "sessions.endOthers": "End all others",
  "signups.title": "Who asks for an account",
  "signups.none": "Nobody asks.",
  "signups.accept": "Let in",

  "link.address": "The link",
  "link.here": "It opens on this computer alone, as the page has no public address yet.",
  "link.copy": "Copy",
  "link.copied": "Copied.",
  "link.qr": "QR code of the link",

  "fault.title": "This did not work",
  "fault.again": "Try again",
  "fault.away": "No answer: is this device connected? Try again.",
  "fault.daemonAway": "A part of the service is away just now. Try again in a minute.",
  "fault.signedOut": "You are no longer signed in here: open the page again.",
  "fault.gone": "That is not there, or not any more.",
  "fault.used": "That is used, or over. Begin again.",
  "fault.tooMany": "Too many tries. Wait {seconds} seconds.",
  "fault.other": "The service says {status}. Try again.",

  "page.views": "Views",
  "page.skip": "To the contents",
  "page.nothing": "There is nothing at this address",
  "page.toMap": "To the map",
  "view.map": "Map",
  "view.nearby": "Nearby",
  "view.search": "Search",
  "view.deals": "Deals",
  "view.history": "History",
  "view.messages": "Messages",
  "view.settings": "Settings",

  // Map

  // Nearby

  // Search and places

  // Deals

  // History

  // Messages and notifications

  // Settings
};
