@testable import TerminalUI

// Ways through what is seldom pressed: the title of a request, pages of its rows, its docs, and keys of dialogs that mean little.
extension Walk {
    private static let parameters = (0..<40).map { "p\($0)=v\($0)" }.joined(separator: "&")
    private static let headers = (0..<40).map { "X-\($0): {{v\($0)}}\n" }.joined()
    private static let wide = [("a.http", "### many\nGET http://a.test/?\(parameters)\n\(headers)")]

    private static let list = "[" + (0..<40).map { #"{"i":\#($0)}"# }.joined(separator: ",") + "]"

    static let seldom: [Walk] = [
        Walk(
            name: "request-title", start: .shop,
            keys: #"( 2 g ) Space D w A Esc g / "1" Enter n N Esc ] g k j i ^G g m Up Up Down Esc g Enter Esc ] ] ] ]"#,
            size: small),
        Walk(
            name: "request-pages", start: .files(wide),
            keys: #"( >many 2 ) PgDn ^D ^U PgUp G k ] PgDn G Space u D u g / "X-7" Enter n Esc ] G ] G PgUp"#,
            size: small),
        Walk(
            name: "request-docs", start: .opened([("openapi.yaml", Robot.pets)]),
            keys:
                #"( =go >List 2 ) [ Space Space j Enter j Space G Enter k Space / "pet" Enter n N Esc g D A w PgDn PgUp"#,
            size: small),
        Walk(
            name: "filter-keys", start: .response(list, type: "application/json"),
            keys:
                #"f "$[*].i" Enter PgDn ^D G k g / "3" Enter n N Esc e ^U "$[" Enter ^U Up Down Esc f "$.x" Enter y W Esc / q"#,
            size: small),
        Walk(
            name: "raw-of-failure", start: .shop,
            keys: "( s =go =timeout =go 3 ) ] ] ] w $ h l $ w # m y Esc ] [ b f W v", size: Size(columns: 44, rows: 16)),
        Walk(
            name: "copy-keys", start: .response(list, type: "application/json"),
            keys: "y G k PgUp j s s x Esc y o PgDn G g x Esc j j y j Enter y p y v", size: small),
    ]
}
