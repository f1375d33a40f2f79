#!/usr/bin/python3
"""A desktop for tests: takes notifications on the session bus, and writes each as a line of JSON
into the file that it is given. Of the actions that come after the file, the first that a
notification has is chosen at once."""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Desktop(dbus.service.Object):
    def __init__(self, bus, path):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.file = open(path, "a", buffering=1)
        self.last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, timeout):
        if not replaces:
            self.last += 1
        number = int(replaces) or self.last
        line = {"id": number, "app": app, "title": title, "body": body, "actions": list(actions)}
        self.file.write(json.dumps(line, ensure_ascii=False) + "\n")
        chosen = next((one for one in sys.argv[2:] if one in actions[::2]), None)
        if chosen:
            GLib.timeout_add(50, self.click, number, chosen)
        return dbus.UInt32(number)

    def click(self, number, action):
        self.ActionInvoked(dbus.UInt32(number), action)
        self.NotificationClosed(dbus.UInt32(number), dbus.UInt32(2))

    @dbus.service.method(NAME, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        self.NotificationClosed(number, dbus.UInt32(3))

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "body-markup"]

    @dbus.service.method(NAME, in_signature="", out_signature="ssss")
    def GetServerInformation(self):
        return ("test", "geofenced", "1", "1.2")

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
desktop = Desktop(bus, sys.argv[1])
name = dbus.service.BusName(NAME, bus)
GLib.MainLoop().run()
