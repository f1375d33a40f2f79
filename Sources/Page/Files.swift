import Hummingbird
import MapDrawing

/// The files of the page: a list that is in the program, those of libraries, and nothing else.
extension GatewayAPI {
    private static let files: [PageFile] =
        [
            .html("", PackageResources.index_html),
            .style("page.css", PackageResources.page_css),
            .style("map.css", PackageResources.map_css),
            .style("places.css", PackageResources.places_css),
            .script("drawing.js", MapDrawing.script),
            .script("api.js", PackageResources.api_js),
            .script("basemap.js", PackageResources.basemap_js),
            .script("canvas.js", PackageResources.canvas_js),
            .script("deals.js", PackageResources.deals_js),
            .script("elements.js", PackageResources.elements_js),
            .script("events.js", PackageResources.events_js),
            .script("history.js", PackageResources.history_js),
            .script("join.js", PackageResources.join_js),
            .script("labels.js", PackageResources.labels_js),
            .script("map.js", PackageResources.map_js),
            .script("messages.js", PackageResources.messages_js),
            .script("names.js", PackageResources.names_js),
            .script("nearby.js", PackageResources.nearby_js),
            .script("page.js", PackageResources.page_js),
            .script("place.js", PackageResources.place_js),
            .script("places.js", PackageResources.places_js),
            .script("search.js", PackageResources.search_js),
            .script("settings.js", PackageResources.settings_js),
            .script("sheet.js", PackageResources.sheet_js),
            .script("signin.js", PackageResources.signin_js),
            .script("tiledrawing.js", PackageResources.tiledrawing_js),
            .script("tilework.js", PackageResources.tilework_js),
            .script("tips.js", PackageResources.tips_js),
            .script("vectortile.js", PackageResources.vectortile_js),
            .script("waiting.js", PackageResources.waiting_js),
            .script("why.js", PackageResources.why_js),
            .script("words.js", PackageResources.words_js),
            .script("words-en.js", PackageResources.words_en_js),
            .script("words-nl.js", PackageResources.words_nl_js),
        ] + views.map { .html($0, PackageResources.index_html) }

    /// The addresses of the views. The secret of a link to `join` is in the fragment, which no
    /// request has.
    private static let views = [
        "join", "map", "nearby", "search", "deals", "deals/**", "history", "messages",
        "settings", "settings/**", "places/**",
    ]

    func addFiles(to router: Router<PageContext>) {
        for file in Self.files + libraries.files {
            router.get(RouterPath(file.path)) { request, _ in file.response(to: request) }
        }
    }
}
