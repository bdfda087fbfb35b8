// Ways through each pane, and through bodies of each kind.
extension Walk {
    private static let json = #"""
        {"id":1042,"title":"Espresso cups, set of 2","price":24.50,"stock":17,"tags":["kitchen","coffee",{"deep":[1,2,[3,{"x":null}]]}],\#
        "long":"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",\#
        "at":"2026-11-21T10:32:01Z","ok":true,"none":null,"url":"https://api.shop.example/products/1042","ä":"ö\u0007","e":{},"f":[]}
        """#
    private static let xml =
        #"<?xml version="1.0"?><shop a="1"><!-- c --><item id="x">Tea &amp; cups</item><empty/><m>a<b>c</b>d</m></shop>"#

    static let panes: [Walk] = [
        Walk(
            name: "tree", start: .shop,
            keys: "j j Enter k h l G g & * - j Space Space j Space Esc z z | | | _ _ = < > Tab Shift-Tab q"),
        Walk(name: "tree-edit", start: .shop, keys: "j j c u U A ^S D d u r Enter Esc + - u m Esc N Esc"),
        Walk(name: "rename", start: .shop, keys: #"j j r ^U "New name" Tab "new" Enter u ^S"#),
        Walk(
            name: "filter", start: .shop,
            keys: #"/ "or" Backspace "x" ^U "list" Enter j Esc / Esc ^O "user" Down Enter ^O Esc"#),
        Walk(name: "paste", start: .shop, keys: #"p "curl -X PUT http://a.test/x -H 'A: b' -d '{}'" Enter Enter u"#),
        Walk(
            name: "url", start: .shop,
            keys: #">list_orders 2 i End "&x=1" Enter i ^U Enter Esc m Down Enter m ^U "purge" Enter u u u U"#),
        Walk(
            name: "params", start: .shop,
            keys: #">list_orders 2 A "q" Tab "a b" Enter A "q" Esc Esc j Space Space e End "x" Enter D D u u u"#),
        Walk(
            name: "headers", start: .scene(.main),
            keys: #"2 [ j j e Tab ^U "Accept" Enter A "X-" Down Enter Esc Space D u r Esc a Esc K j Esc Esc"#),
        Walk(
            name: "body", start: .scene(.main),
            keys: #"2 ' Esc F e Down End Enter "7," Esc u / "sku" Enter n N Esc w T Down Down Enter u"#),
        Walk(
            name: "auth", start: .scene(.main),
            keys: "2 ] j Enter Down Down Enter Esc Esc ] j Space Space ] j Enter Esc ] j"),
        Walk(name: "options", start: .shop, keys: #">list_orders 2 [ j Enter "5s" Enter j j Space j Enter Esc D u"#),
        Walk(
            name: "body-json", start: .response(json, type: "application/json"),
            keys: "j j Enter Enter - - + * G g w w # $ $ b b b ] [ PgDn PgUp ^D ^U l h"),
        Walk(
            name: "body-search", start: .response(json, type: "application/json"),
            keys:
                #"/ "e" Enter n n N Esc / ^T "[0-9]+" Enter n Esc ^G "5" Enter ^G "$.tags[2]" Enter ^G "@10" Enter ^G "x" Enter Esc"#
        ),
        Walk(
            name: "body-filter", start: .response(json, type: "application/json"),
            keys: #"f "$.tags[*]" Enter f ^U "$.nope" Enter f ^U "$[" Enter Esc Esc"#),
        Walk(
            name: "body-select", start: .response(json, type: "application/json"),
            keys: "m j j y Esc m G Esc y j j j Esc y Enter K Esc a Esc r Esc"),
        Walk(
            name: "body-xml", start: .response(xml, type: "application/xml"),
            keys: #"j j Enter - + * b b b f "//item/@id" Enter Esc / "tea" Enter Esc"#),
        Walk(
            name: "body-text",
            start: .response("a\tb\r\nc\u{1B}[31md\n\nlast line without end", type: "text/plain; charset=utf-8"),
            keys: "j w # b b G $ r j Enter W Esc v"),
        Walk(name: "body-csv", start: .response("a,b,c\n1,\"x, y\",3\n4,,6\n", type: "text/csv"), keys: "j b b b l l"),
        Walk(
            name: "body-html",
            start: .response(
                "<!doctype html><html><body><h1>T</h1><p>a <b>b</b>&nbsp;c<ul><li>x<li>y</ul></body></html>",
                type: "text/html"), keys: "j b b b w"),
        Walk(
            name: "body-form", start: .response("a=b+c&d=%C3%A4&e", type: "application/x-www-form-urlencoded"),
            keys: "j b b b"),
        Walk(
            name: "body-events",
            start: .response(
                "event: a\ndata: {\"x\":1}\nid: 5\n\n: c\ndata: two\ndata: lines\n\n", type: "text/event-stream"),
            keys: "j b b b"),
        Walk(name: "body-empty", start: .response("", type: "application/json"), keys: "j b y Esc W Esc / Esc f Esc"),
        Walk(
            name: "body-broken", start: .response(#"{"a": [1, 2"#, type: "application/json"),
            keys: "j b b Enter - ] ] ] ] ] ] ]"),
        Walk(name: "tabs", start: .scene(.waterfall), keys: "j j K Esc ] j K Esc ] j ] j ] j ] j [ [ [ [ [ j y Esc"),
        Walk(name: "failure", start: .scene(.failure), keys: "j K Esc ] ] ] a Esc y Esc V s Esc"),
        Walk(name: "cache", start: .scene(.cache), keys: "j j a Esc K j j Esc B Esc M Down Enter M Esc"),
        Walk(name: "run", start: .scene(.run), keys: "j j Enter Esc k Space C Esc / Esc r Esc D Esc"),
        Walk(
            name: "log", start: .scene(.log),
            keys: #"j j Enter 4 F A / ^U "status:>=400" Enter W Esc / ^U "foo:bar" Enter Esc / "sta" Down Esc Esc"#),
        Walk(name: "history", start: .scene(.main), keys: "5 j j p d Esc A Enter r Esc D Esc"),
        Walk(name: "comparison", start: .scene(.comparison), keys: "j j m = a PgDn g Esc"),
        Walk(
            name: "help", start: .scene(.help),
            keys: #"j PgDn / "copy" Enter Esc Tab Tab Esc : "env" Down Enter Esc ^P "zzz" Esc"#),
        Walk(name: "environments", start: .scene(.main), keys: ", j Enter , k Enter t j j Esc L Esc P Esc O"),
        Walk(
            name: "sizes", start: .scene(.main),
            keys: "!80x24 2 3 !60x20 1 2 3 4 !40x10 1 2 3 !39x9 !200x60 !160x40 | z z !100x30"),
        Walk(name: "mouse", start: .scene(.main), keys: "@3,3 @3,3 @60,2 @50,10 @70,1 @5,28 @20,29"),
        Walk(name: "leave", start: .scene(.editing), keys: #""x" Enter Q Esc q q Esc q"#),
    ]
}
