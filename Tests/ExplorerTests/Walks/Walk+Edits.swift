// Ways through edits of requests, files and folders, with what the disk says to them.
extension Walk {
    private static let auths: [(name: String, keys: String)] = [
        ("1", #"Enter j Enter "user" Tab "pw" Enter"#), ("2", #"Enter j j Enter "t0k" Enter"#),
        ("3", #"Enter j j j Enter "user" Tab "pw" Tab Enter"#), ("4", "Enter j j j j Enter Tab Esc"),
        ("5", "Enter G Enter Esc"),
    ]

    static let edits: [Walk] =
        [
            Walk(
                name: "file-names", start: .files(rich),
                keys:
                    #"( g ) N "a/new.http" Enter =go =reload u =go U =go N ^U Enter ( ^U "../x.http" Enter ) ( ^U "b.http" Enter ) ( ^U "x.txt" Enter ) Esc r ( ^U "z" Enter ) =no r ( ^U "x/y" Enter ) Esc m ( ^U "q/w" Enter ) =go u =go"#,
                size: small),
            Walk(
                name: "file-deleted", start: .files(rich),
                keys: "( g j ) D j Enter D k Enter =go u =go =reload U =go D d =no ( >three m Down Enter ) D Esc",
                size: small),
            Walk(
                name: "folder-made", start: .shop,
                keys:
                    #": "create folder" Enter "f" Enter Enter =go ( : "create folder" Enter ) "a b" Enter ( ^U "x.txt" Enter ) Esc ( : "create folder" Enter ) Enter Esc"#,
                size: small),
            Walk(
                name: "disk-changes", start: .shop,
                keys: "=disk ( 2 m Down Enter ) =clash m u =disk =clash t u =more =gone =unreadable =reload R =reload",
                size: small),
            Walk(
                name: "disk-typing", start: .shop,
                keys: #"( 2 i End "&y=2" ) =disk =clash Enter =go ^S =go =clash Esc ^S Esc"#, size: small),
            Walk(
                name: "save-answers", start: .shop,
                keys:
                    "( 2 m Down Enter ^S ) =no ^S =conflict j Enter =go ( m Down Enter ^S ) =conflict Esc ^S =deleted Enter ( m Down Enter ^S ) =deleted k Enter =go ^S",
                size: small),
            Walk(
                name: "save-all", start: .shop,
                keys:
                    #"( 2 m Down Enter 1 G 2 m Down Enter ) ( : "save all" Enter ) =go ( : "save all" Enter ) ( m Down Enter ) Q Enter =no Q j Enter"#,
                size: small),
            Walk(
                name: "recovery", start: .shop, keys: "=recovery j Enter u ( / ) =recovery Esc Esc =recovery k k Enter",
                size: small),
            Walk(
                name: "unread", start: .files([]),
                keys:
                    "j Enter s A Esc c D r m p Esc i Esc 2 e 3 y 4 =go 5 6 X P L =go Esc ^O Esc =unreadable =reload =more",
                size: small),
            Walk(
                name: "fields-refused", start: .shop,
                keys:
                    #"( 2 ) m ( ^U "G T" Enter ) ( ^U "get" Enter ) i ( ^U "a b" Enter ) ^U Enter Esc A "a=b" Tab "&" Enter ] A "bad name" Tab "x" Enter Esc A "" Tab "y" Enter ~Z: 1\Y: 2" Esc"#,
                size: small),
            Walk(
                name: "completions", start: .files(rich),
                keys:
                    #"( =env >Form 2 ) i End "{{" Down Down PgDn Up Tab Esc [ A "acc" Down Up Tab Tab "app" Down Enter Esc A "Content-Enc" Tab Esc ] e "{{ba" Enter ^G ] ] ] ] Esc"#
            ),
            Walk(
                name: "completions-json",
                start: .files([
                    (
                        "a.http",
                        "### one\n# @name one\nPOST {{base}}/x\nContent-Type: application/json\n\n{\"a\": 1}\n### two\nGET {{base}}/y\n"
                    )
                ]),
                keys:
                    #"( =env s =go =200 =go >two 2 ) i End "/{{one.res" Enter "." Down Enter ".$." Down Enter Esc m Up Up Down Esc"#
            ),
            Walk(
                name: "body-edited", start: .files(rich),
                keys:
                    #"( >Everything 2 ) e "x" Down Down End Enter "y" @30,12 PgDn Ctrl-End ^K ^K Tab ^T ^G e ~{\ a: 1}" Esc w F u U / "b" Enter n N Esc"#,
                size: small),
            Walk(
                name: "body-types", start: .files(rich),
                keys:
                    "( >Everything 2 ] ] T ) j j Enter u T j j j Enter u T j j j j Enter u T G Enter u T k Enter u T G k Enter u T Esc",
                size: small),
            Walk(
                name: "form-rows", start: .files(rich),
                keys:
                    #"( >Form 2 ) j e "n" Tab ^U "v" Enter Esc Space A D u >Parts 2 e Ctrl-End Up Home ^K "< ./g" =go Esc e Ctrl-End Up End ^U "< " =go Down Enter Esc"#
            ),
            Walk(
                name: "option-rows", start: .files(rich),
                keys:
                    #"( >Everything 2 ] ] ] ) j e ( ^U "abc" Enter ) ( ^U "10 s" Enter ) j Space j Space j Enter Esc j e Up Down Enter Esc j e "1" Enter Esc D u G Space D E =go"#,
                size: small),
            Walk(
                name: "editor-texts", start: .files(rich),
                keys: "( >Everything 2 ) E =go u ] ] E =go u >Curl 2 E =unchanged E =no >what 2 E =go G E =go",
                size: small),
            Walk(
                name: "names", start: .files(rich),
                keys:
                    #"( >Everything ) r Tab ( ^U "whole" Enter ) u r Tab ( ^U "a b" Enter ) ( ^U "all" Enter ) r ^U Enter Esc ( >Needs ) r Tab ( ^U "all" Enter ) Esc m Tab Enter j Enter u"#,
                size: small),
            Walk(
                name: "many-undos", start: .files(rich),
                keys: "( >two D d >three c ) u U u u u U U U U >Form u ( 2 Space D ) u u u", size: small),
            Walk(
                name: "new-requests", start: .shop,
                keys:
                    #"A "t" Enter ( ^U "GET http://n.test/" Enter ) =go 1 A Shift-Tab ( ^U "new.http" Enter ) "x" Enter ( ^U "nonsense here now" Enter ) ( ^U "POST http://n.test/p" Enter ) ^S =go u 1 A Esc p "curl http://p.test -d a=1" Tab ( ^U "other.http" Enter ) u"#,
                size: small),
            Walk(
                name: "pasted", start: .shop,
                keys:
                    "~curl http://p.test/x -H A:b\" Enter u ~http://p.test/y\" Esc ~two\\lines\" ( 1 / ) ~or\\der\" Esc ( 2 i ) ~a\\b\" Esc 3 ~x\"",
                size: small),
            Walk(
                name: "curl-converted", start: .files(rich),
                keys:
                    #"( >Curl 2 ) ( i "x" Enter ) ^G m Down Enter ^G A D ] ] ] ( : "convert" Enter ) s =go >Socket 2 s =go Esc i End "/x" Enter ( : "convert" Enter ) >Form : "convert" Enter"#,
                size: small),
            Walk(
                name: "operations", start: .opened([("openapi.yaml", Robot.pets)]),
                keys: ">List =go 2 j j Space [ Enter j Enter G s =go =200 =go 3 ] j F =go Esc"),
            Walk(
                name: "operations-tree",
                start: .opened([("openapi.yaml", Robot.pets), ("a.http", "GET http://h.test/pets\n")]),
                keys: #"( =go g ) j Enter j j Space D s X Esc j j D r c m ^S / "pet" Enter Esc N Esc G R =go"#,
                size: small),
            Walk(
                name: "operations-links", start: .opened([("openapi.yaml", Robot.pets)]),
                keys: #"( =go >Add s =go =201 =go 3 ) F =go j Enter =go 3 F ] ] j j Enter 2 ] e "x" Esc ^S =go u"#),
            Walk(
                name: "schema-opened",
                start: .opened([
                    (
                        "shop.graphql",
                        "type Query { teas(limit: Int = 5): [Tea] } type Tea { name: String! price: Float @deprecated } "
                            + "type Mutation { brew(name: String!): Tea } type Subscription { news: Int }"
                    )
                ]),
                keys:
                    #"( =go >teas 2 ) [ [ j Enter j ] ] ] e "x" Esc u ( s =go ) Esc 3 ] 1 / "brew" Enter Enter 2 ^S =go ( ^O =go "tea" ) Esc Esc : "save schema" Enter"#,
                size: small),
            Walk(
                name: "description-edited", start: .opened([("openapi.yaml", Robot.pets)]),
                keys:
                    #"( =go >Show 2 ) [ e "7" Enter Esc ] A "X-Tr" Down Tab "1" Enter Esc u u E =go m Esc i End "?co" Tab Esc ] ] ] ] Enter Esc ^S =go 1 r Esc D Esc R =go"#,
                size: small),
            Walk(
                name: "contract",
                start: .opened([
                    ("openapi.yaml", Robot.pets),
                    ("a.http", "### kept\n# @openapi ./openapi.yaml#getPet\nGET http://h.test/pets/x?color=1&no=2\n"),
                ]),
                keys:
                    #"( =go >List s =go =500 =go 3 ) ] j Enter K Esc ( >kept 2 =go ) s =go =200 =go 3 ] j j Enter ( : "strict" Enter ) s =go =200 =go 4 j L =go"#
            ),
            Walk(
                name: "coverage", start: .opened([("openapi.yaml", Robot.pets)]),
                keys:
                    #"( =go >List s =go =200 =go ) ( : "coverage" Enter ) =go j j m m r =go j Enter =go G Enter ( : "strict" Enter ) : "strict" Enter"#,
                size: small),
            Walk(
                name: "operations-found", start: .opened([("openapi.yaml", Robot.pets)]),
                keys: #"^O =go "limit" Down Up Enter ^O "shop" Tab Esc ^O "zzz" Esc"#, size: small),
        ]
        + auths.map {
            Walk(name: "auth-\($0.name)", start: .shop, keys: "( 2 ] ] ] ) \($0.keys) =go j e Esc D u", size: small)
        }
}
