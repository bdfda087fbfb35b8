@testable import TerminalUI

// Ways to screens that are looked at in every size.
extension Walk {
    private static let json = #"""
        {"id":1042,"title":"Espresso cups, set of 2","tags":["kitchen","coffee",{"deep":[1,2,[3,{"x":null}]]}],\#
        "long":"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.",\#
        "at":"2026-11-21T10:32:01Z","ok":true,"url":"https://api.shop.example/products/1042","e":{},"f":[]}
        """#

    private static func sized(_ name: String, _ start: Start, _ keys: String) -> Walk {
        Walk(name: name, start: start, keys: keys, size: Size(columns: 100, rows: 30))
    }

    /// What panes show.
    private static let sizedPanes: [Walk] = [
        sized("tree", .files(rich), "=env >two j Space k Space"),
        sized("tree-filter", .files(rich), #"/ "th""#),
        sized("params", .files(rich), ">Everything 2 [ [ j j"),
        sized("headers", .files(rich), ">Everything 2 [ j"),
        sized("header-field", .shop, #">list_orders 2 ] A "Acc""#),
        sized("body", .files(rich), ">Everything 2"),
        sized("auth", .files(rich), ">Everything 2 ]"),
        sized("vars", .files(rich), "=env >Everything 2 ] ] =go j"),
        sized("options", .files(rich), ">Everything 2 ] ] ] j"),
        sized("docs", .opened([("openapi.yaml", Robot.pets)]), "=go >List 2 ["),
        sized("request-title", .files(rich), ">Everything 2 g"),
        sized("form-rows", .files(rich), ">Parts 2 j"),
        sized("json", .response(json, type: "application/json"), "j j # m j"),
        sized("json-search", .response(json, type: "application/json"), #"/ "e" Enter n"#),
        sized("bytes", .response(json, type: "application/octet-stream"), "b b"),
        sized("response-headers", .response(json, type: "application/json"), "] j"),
        sized("response-raw", .response(json, type: "application/json"), "] ] w j"),
        sized("in-flight", .shop, "s =go 3 =hop =connected =requested =head =received =tick"),
        sized("timing", .scene(.waterfall), "j"),
        sized("failure", .scene(.failure), "j"),
        sized("cached", .scene(.cache), "j"),
        sized("log-all", .shop, "4 A =go j j"),
        sized("log-own", .scene(.log), "j"),
        sized("log-filter", .shop, #"4 A =go / "st""#),
        sized("history", .shop, "5 A =go j"),
        sized("runs", .shop, "6 =go j Space j"),
        sized("run", .shop, "6 =go Enter =go j"),
        sized("run-live", .shop, "X Enter =planned =begins =first"),
    ]

    /// Dialogs.
    private static let sizedDialogs: [Walk] = [
        sized("help", .scene(.main), "? j"), sized("help-of-screen", .scene(.main), "? Tab"),
        sized("palette", .scene(.main), #": "co""#), sized("picker", .files(rich), #"^O "or""#),
        sized("environments", .scene(.main), ","), sized("themes", .scene(.main), "t =go"),
        sized("cache-modes", .scene(.main), "M"), sized("replays", .shop, "X"),
        sized("findings", .files(rich), "L =go j"), sized("reasons", .scene(.cache), "3 a j"),
        sized("explanation", .scene(.cache), "3 K j"), sized("cache", .shop, "B =go j"),
        sized("cache-entry", .shop, "B =go j Enter"), sized("tokens", .shop, #": "tokens" Enter =go j"#),
        sized("environment-table", .shop, #"=env : "edit env" Enter j j"#), sized("question", .shop, ">create D"),
        sized("form", .shop, ">create r"), sized("import", .shop, #"i "x.json""#),
        sized("import-shown", .shop, #"i "x.json" Enter =go j"#), sized("paste", .shop, #"p "http://a.test/x""#),
        sized("copies", .scene(.main), "3 y j"), sized("exports", .shop, ">create y"),
        sized("write", .scene(.main), "3 W"), sized("place", .scene(.main), "3 ^G"),
        sized("filter", .response(json, type: "application/json"), #"f "$.tags" Enter"#),
        sized("comparison", .scene(.comparison), "j"), sized("jump", .scene(.main), "'"),
        sized("sign-in", .shop, "=sign-in"), sized("login", .files(rich), ">Everything 2 ] Enter Enter"),
        sized("run-comparison", .shop, "6 =go j Space j C =go"), sized("plan", .files(rich), ">Needs P =go"),
        sized("coverage", .opened([("openapi.yaml", Robot.pets)]), #"=go : "coverage" Enter =go"#),
        sized("links", .opened([("openapi.yaml", Robot.pets)]), "=go >Add s =go =201 =go 3 F =go"),
    ]

    static let sized = sizedPanes + sizedDialogs
}
