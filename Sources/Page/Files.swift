import Hummingbird
import MapDrawing

/// The files of the page: a list that is in the program, those of libraries, and nothing else.
extension GatewayAPI {
    private static let files: [PageFile] =
        [
            .html("", PackageResources.index_html),
            PageFile(
                path: "manifest.webmanifest", type: "application/manifest+json",
                bytes: PackageResources.manifest_webmanifest),
            PageFile(path: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
            .style("page.css", PackageResources.page_css),
            .style("calendar.css", PackageResources.calendar_css),
            .style("history.css", PackageResources.history_css),
            .style("household.css", PackageResources.household_css),
            .style("map.css", PackageResources.map_css),
            .style("organisation.css", PackageResources.organisation_css),
            .style("places.css", PackageResources.places_css),
            .style("settings.css", PackageResources.settings_css),
            .script("drawing.js", MapDrawing.script),
            .script("api.js", PackageResources.api_js),
            .script("basemap.js", PackageResources.basemap_js),
            .script("calendar.js", PackageResources.calendar_js),
            .script("canvas.js", PackageResources.canvas_js),
            .script("circle.js", PackageResources.circle_js),
            .script("connection.js", PackageResources.connection_js),
            .script("deal.js", PackageResources.deal_js),
            .script("deal-form.js", PackageResources.deal_form_js),
            .script("deal-rows.js", PackageResources.deal_rows_js),
            .script("deals.js", PackageResources.deals_js),
            .script("elements.js", PackageResources.elements_js),
            .script("events.js", PackageResources.events_js),
            .script("gpx.js", PackageResources.gpx_js),
            .script("history.js", PackageResources.history_js),
            .script("household.js", PackageResources.household_js),
            .script("household-bills.js", PackageResources.household_bills_js),
            .script("household-list.js", PackageResources.household_list_js),
            .script("household-stock.js", PackageResources.household_stock_js),
            .script("household-things.js", PackageResources.household_things_js),
            .script("join.js", PackageResources.join_js),
            .script("link.js", PackageResources.link_js),
            .script("labels.js", PackageResources.labels_js),
            .script("map.js", PackageResources.map_js),
            .script("messages.js", PackageResources.messages_js),
            .script("money.js", PackageResources.money_js),
            .script("names.js", PackageResources.names_js),
            .script("nearby.js", PackageResources.nearby_js),
            .script("notices.js", PackageResources.notices_js),
            .script("organisation.js", PackageResources.organisation_js),
            .script("organisation-calendar.js", PackageResources.organisation_calendar_js),
            .script("organisation-deals.js", PackageResources.organisation_deals_js),
            .script("organisation-forms.js", PackageResources.organisation_forms_js),
            .script("organisation-news.js", PackageResources.organisation_news_js),
            .script("organisation-people.js", PackageResources.organisation_people_js),
            .script("organisation-requests.js", PackageResources.organisation_requests_js),
            .script("organisation-reviews.js", PackageResources.organisation_reviews_js),
            .script("organisations.js", PackageResources.organisations_js),
            .script("page.js", PackageResources.page_js),
            .script("past.js", PackageResources.past_js),
            .script("pictures.js", PackageResources.pictures_js),
            .script("place.js", PackageResources.place_js),
            .script("places.js", PackageResources.places_js),
            .script("rows.js", PackageResources.rows_js),
            .script("search.js", PackageResources.search_js),
            .script("settings.js", PackageResources.settings_js),
            .script("settings-arrivals.js", PackageResources.settings_arrivals_js),
            .script("settings-group.js", PackageResources.settings_group_js),
            .script("settings-groups.js", PackageResources.settings_groups_js),
            .script("settings-me.js", PackageResources.settings_me_js),
            .script("settings-people.js", PackageResources.settings_people_js),
            .script("settings-phones.js", PackageResources.settings_phones_js),
            .script("settings-places.js", PackageResources.settings_places_js),
            .script("settings-sessions.js", PackageResources.settings_sessions_js),
            .script("settings-setup.js", PackageResources.settings_setup_js),
            .script("settings-status.js", PackageResources.settings_status_js),
            .script("settings-told.js", PackageResources.settings_told_js),
            .script("sheet.js", PackageResources.sheet_js),
            .script("signin.js", PackageResources.signin_js),
            .script("stream.js", PackageResources.stream_js),
            .script("tiledrawing.js", PackageResources.tiledrawing_js),
            .script("tilework.js", PackageResources.tilework_js),
            .script("tips.js", PackageResources.tips_js),
            .script("vectortile.js", PackageResources.vectortile_js),
            .script("visits.js", PackageResources.visits_js),
            .script("waiting.js", PackageResources.waiting_js),
            .script("waiting-section.js", PackageResources.waiting_section_js),
            .script("ways.js", PackageResources.ways_js),
            .script("why.js", PackageResources.why_js),
            .script("words.js", PackageResources.words_js),
            .script("words-en.js", PackageResources.words_en_js),
            .script("words-nl.js", PackageResources.words_nl_js),
        ] + views.map { .html($0, PackageResources.index_html) }

    /// The addresses of the views. The secret of a link to `join` is in the fragment, which no
    /// request has.
    private static let views = [
        "join", "map", "nearby", "search", "deals", "deals/**", "household", "household/**",
        "organisation", "organisation/**", "history", "messages", "messages/:number", "settings",
        "settings/**", "places/**",
    ]

    func addFiles(to router: Router<PageContext>) {
        let files = Self.files + libraries.files
        for file in files + [Self.worker(for: files)] {
            router.get(RouterPath(file.path)) { request, _ in file.response(to: request) }
        }
    }

    /// The service worker, which knows the files that it keeps. Browsers have a new one as soon as
    /// any of them is another.
    private static func worker(for files: [PageFile]) -> PageFile {
        // Every view has the file of the first.
        let kept = files.filter { !views.contains($0.path) }
        let list = kept.map { "\"/\($0.path)\"" }.joined(separator: ", ")
        let version = checksum(Array(kept.map(\.tag).joined().utf8))
        let head = "const version = \"\(version)\";\nconst files = [\(list)];\n"
        return .script("sw.js", Array(head.utf8) + PackageResources.sw_js)
    }
}
