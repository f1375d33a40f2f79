// Where one looks on the map, and whether that goes along with one's device.

import { keep, remembered } from "../../base/memory.js";
import { say } from "../../base/words.js";
import { fit } from "../../map/canvas.js";
import { nameOf } from "./contents.js";
import { pointOf } from "./known.js";

export class Camera {
  /** `view`: the map's, of which this reads what is known; `query`: of the address. */
  constructor(view, query) {
    this.view = view;
    const at = (query.get("at") ?? "").split(",").map(Number);
    const isAt = at.length === 2 && at.every(Number.isFinite) && Math.abs(at[0]) <= 90;
    const last = remembered("mapView", null);
    /** Somebody has said where to look first, or has looked there before. */
    this.hasPlace = isAt || Number.isFinite(last?.lat);
    const zoom = Number(query.get("zoom")) || 16;
    /** What is shown first, as `makeMap` has it. */
    this.first = isAt ? { center: at, zoom }
      : this.hasPlace ? { center: [last.lat, last.lon], zoom: last.zoom } : {};
  }

  get map() {
    return this.view.map;
  }

  /** Once there is a map; `place`: its element, `here`: the button that follows one's device. */
  begin(place, here) {
    this.here = here;
    here.setAttribute("aria-pressed", "false");
    // What somebody has looked for is shown again the next time.
    this.map.on("moveend", () => { if (this.isMoved) this.remember(); });
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      place.addEventListener(event, () => { this.isMoved = true; }, { passive: true });
    }
    // Whoever drags looks elsewhere.
    this.map.on("dragstart", () => this.follow(false));
  }

  remember() {
    const { lat, lng } = this.map.getCenter().wrap();
    keep("mapView", { lat, lon: lng, zoom: this.map.getZoom() });
  }

  /** Where one is, as /api has it: `lat,lon`; null if no device says. */
  center() {
    const fix = this.view.known.own.find((device) => device.fix)?.fix;
    if (fix) return `${fix.lat},${fix.lon}`;
    if (!this.hasPlace || !this.map) return null;
    const { lat, lng } = this.map.getCenter().wrap();
    return `${lat.toFixed(5)},${lng.toFixed(5)}`;
  }

  /**
   * At first: what is there, unless somebody was here before, or looks around already. It is done as
   * soon as there is something, and once more when all of it has been read.
   */
  frame() {
    const { known, isRead } = this.view;
    if (this.hasPlace || known.guests.size > 0 || this.isFramed === "whole") return;
    if (this.isMoved || (this.isFramed && !isRead)) return;
    if (this.showAll()) this.isFramed = isRead ? "whole" : "partly";
  }

  /** Whether there is something. */
  showAll() {
    this.follow(false);
    const { devices, regions, items, guests } = this.view.known;
    const points = [
      ...[...devices.values()].filter((device) => device.fix).map((device) => pointOf(device.fix)),
      ...[...regions.values()].map((region) => region.geometry.coordinates.toReversed()),
    ];
    const shown = points.length > 0 ? points : [...items.values(), ...guests.values()].map(pointOf);
    this.lookAt(shown, { isSmooth: this.hasPlace });
    return shown.length > 0;
  }

  /** Shows `points`, beside the panel; `options`: as of `fit`. */
  lookAt(points, options = {}) {
    fit(this.map, points, { ...options, room: this.view.panel.room });
  }

  /** Shows where a fix is, from near. */
  goTo(fix) {
    this.map.setView(pointOf(fix), Math.max(16, this.map.getZoom()));
  }

  goHere() {
    const { view } = this;
    const device = view.known.own.find((device) => device.fix);
    if (device) {
      this.goTo(device.fix);
      this.follow(true);
      view.said(say("map.hereIs", { name: nameOf(device) }));
      return;
    }
    if (!navigator.geolocation) return view.said(say("map.nowhere"));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.map?.setView([coords.latitude, coords.longitude], 16),
      () => view.said(say("map.nowhere")), { timeout: 10_000, maximumAge: 60_000 });
  }

  follow(isOn) {
    this.isFollowing = isOn;
    this.here?.setAttribute("aria-pressed", String(isOn));
  }

  /** A device has moved: goes along, if it is the one. */
  moved({ id, fix }) {
    if (this.isFollowing && id === this.view.known.own[0]?.id && fix) {
      this.map.panTo(pointOf(fix), { animate: true, duration: 0.5 });
    }
  }
}
