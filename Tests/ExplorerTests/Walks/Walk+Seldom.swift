@testable import TerminalUI

// Ways through what is seldom pressed: the title of a request, pages of its rows, its docs, and keys of dialogs that mean little.
extension Walk {
    private static let parameters = (0..<40).map { "p\($0)=v\($0)" }.joined(separator: "&")
    private static let headers = (0..<40).map { "X-\($0): {{v\($0)}}\n" }.joined()
    private static let wide = [("a.http", "### many\nGET http://a.test/?\(parameters)\n\(headers)")]

    private static let list = "[" + (0..<40).map { #"{"i":\#($0)}"# }.joined(separator: ",") + "]"

    private static let emptyDescription = "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\n"

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
            name: "trash-again", start: .shop,
            keys:
                #"( >create c g D d =go ) u =go =reload ( U ) Enter U t =go =reload u =go =reload ( >create D d ) g D Esc N "new" Enter =go u =go U =go"#,
            size: small),
        Walk(
            name: "paste-refused", start: .files([("a.http", "GET http://a.test/\n\n> {%\nclient.log(1)\n")]),
            keys:
                #"p "http://b.test/x" Enter Esc p "a b" Enter ^U "http://b.test/a b" Enter Esc i "http://c.test" Enter =go Esc"#,
            size: small),
        Walk(
            name: "no-request", start: .files([("empty.http", "# nothing here\n")]),
            keys: "s S P X Esc j y Esc e c D Esc m Esc r Esc + u U 2 s i m ] e 3 s y v W 5 s 4 s Enter", size: small),
        Walk(
            name: "no-operations", start: .opened([("openapi.yaml", emptyDescription)]),
            keys: #"=go ( : "coverage" Enter =go ) m Esc 2 s K Esc / "a" Esc"#, size: small),
        Walk(
            name: "picker-late", start: .opened([("openapi.yaml", Robot.pets)]),
            keys: #"( ^O "zzz" ) =go ^U "limit" Enter ( ^O "pets" =gone ) Down Enter Esc"#, size: small),
        Walk(
            name: "history-off", start: .files([("a.http", "GET http://a.test/\n")]),
            keys: #"( : "log on" Enter s =go =200 =go 5 =go ) _ _ z A =go A z ( : "log on" Enter ) A =go"#, size: small),
        Walk(
            name: "sent-twice", start: .shop,
            keys:
                "( s =go s =go ) s =go 3 Esc =go Esc =go ( s =go s =go >create s =go ) ^C =go ( s =go =200 =go ) s Esc",
            size: small),
        Walk(
            name: "marked-files", start: .files(rich),
            keys:
                "( g j Space j Space ) X Esc & j & * * Space D Esc y Esc ( >Form Space >two Space ) - + X Enter =planned =first =rest =ends ( C ) Esc",
            size: small),
        Walk(
            name: "log-of-two", start: .shop,
            keys:
                #"( s =go =200 =go >create s =go =404 =go >me s =go 4 ) g Enter 4 j Enter 4 k ( / "status:404" Enter ) s =go =503 =go ( / ^U Enter ) F k k j j j Enter d Esc y Esc"#,
            size: small),
        Walk(
            name: "follow-up", start: .shop,
            keys:
                "( s =go =200 =go 3 ) { =go { =go } =go p 1 ( s =go =404 =go 3 ) d Esc p d Esc { { V =go =304 =go a Esc M j Enter s =go",
            size: small),
        Walk(
            name: "copy-keys", start: .response(list, type: "application/json"),
            keys: "y G k PgUp j s s x Esc y o PgDn G g x Esc j j y j Enter y p y v", size: small),
    ]
}
