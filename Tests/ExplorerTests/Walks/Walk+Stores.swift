@testable import TerminalUI

// Ways through what is kept: the request log, history, runs, the cache, tokens and environments.
extension Walk {
    static let stores: [Walk] = [
        Walk(
            name: "log-own", start: .shop,
            keys:
                #"( s =go =200 =go s =go =timeout =go >create s =go 4 ) j j k s =go Enter 4 g s =go Enter 4 G F F / "GET" Enter Esc a Esc K Esc y Esc E"#
        ),
        Walk(
            name: "log-all", start: .shop,
            keys: "4 A z =go j G Enter =go 4 k k Enter =no s =go =201 =go 4 A A g PgDn ^U F q", size: small),
        Walk(
            name: "log-all-filter", start: .shop,
            keys:
                #"( 4 A z =go ) / "status:>=400" Enter =go j W "bad" Enter =go / ^U "saved:b" Tab Enter =go Esc W =go j Enter =go W j D =go Esc Esc"#,
            size: small),
        Walk(
            name: "log-words", start: .shop,
            keys:
                #"( 4 A z =go ) / "st" Tab Down Down Up Tab Esc / "status:abc" Enter ^U "(method:GET" ( ^U "time>1s or path:/u" Enter ) ^U "is:pin" Tab Enter =go / ^U "source:" Tab Enter / ( ^U "-host:127.0.0.1" Enter ) =go Esc"#,
            size: small),
        Walk(
            name: "log-narrow", start: .shop, keys: "( 4 A =go ) j j Enter =go 4 A", size: Size(columns: 46, rows: 14)),
        Walk(name: "log-wide", start: .shop, keys: "( 4 A z =go ) j j", size: Size(columns: 150, rows: 20)),
        Walk(
            name: "history-rows", start: .shop,
            keys:
                #"5 =go j j Enter =go d 5 s =go =200 =go 5 d =go Esc j d =go Esc p =go p =no r "name" Enter =go r ^U Enter =go D Esc D d =go A =go j G Enter =no g PgDn"#
        ),
        Walk(
            name: "history-narrow", start: .shop, keys: "( 5 =go ) j Space _ 5 _ 5 A =go z q 3 { =go d",
            size: Size(columns: 50, rows: 18)),
        Walk(
            name: "history-empty", start: .files([("a.http", "GET http://a.test/\n")]),
            keys: "5 =go j Enter d p r D A =go s y", size: small),
        Walk(
            name: "runs-list", start: .shop,
            keys:
                #"6 =go z j Space j C =go j Enter Esc a Enter j Esc Esc k Space Space r ( ^U "a/b" Enter ) ( ^U "gold" Enter ) =go D Esc D d =go G C Enter =no"#,
            size: small),
        Walk(
            name: "runs-recorded", start: .shop,
            keys:
                "( 6 =go ) Enter =go j j Enter =go 6 k Enter Esc g Enter =go 6 h l =go C =no r Esc D Esc Esc R =no R =go"
        ),
        Walk(
            name: "run-live", start: .shop,
            keys: "( X Enter ) =planned =begins j Enter =first =rest j Enter Esc s C Space D r =ends h l Esc"),
        Walk(
            name: "run-cancelled", start: .shop,
            keys: "( X Enter =planned =begins ) X 1 6 Esc =breaks Esc =go C 4 X Enter =planned =tick ^C =breaks",
            size: small),
        Walk(
            name: "run-asks", start: .shop,
            keys: #"X j Enter =asks "12" Enter =planned =begins 1 X =first =rest =ends 6"#, size: small),
        Walk(
            name: "run-refused", start: .shop, keys: "X Enter =no X - + + + - Enter =go =begins =breaks X Esc 6 s",
            size: small),
        Walk(
            name: "run-choices", start: .files(rich),
            keys: "( g X ) j j k G PgUp Esc j X Esc ( >three Space k Space X ) Enter =no 2 X Esc 4 X q", size: small),
        Walk(
            name: "cache-rows", start: .shop,
            keys:
                #"B =go j Enter j PgDn h / "b.test" Enter D =go Esc / "stale" Enter l Esc Esc X Esc X x =go X R =go =minute Space q"#,
            size: small),
        Walk(name: "cache-unusable", start: .shop, keys: "B R =no D X / Esc Enter Esc", size: small),
        Walk(
            name: "cache-modes", start: .shop,
            keys: "M j Enter s M G Enter ( Esc s =go 3 ) =503 =go ] ] M k Enter M Esc S =go", size: small),
        Walk(
            name: "token-rows", start: .shop,
            keys: #": "tokens" Enter Enter =go Space j Space c =go D =go X =go c D R =go =minute G Esc"#, size: small),
        Walk(
            name: "sign-ins", start: .shop,
            keys:
                "=sign-in c =go o =minute Esc =sign-in =signed-in =sign-in-by-paste ~something else\" ~https://app.test/back?code=c&state=s\" =not-signed-in =token-problem =sign-in ^C",
            size: small),
        Walk(
            name: "environment-table", start: .files(rich),
            keys:
                #"=env , e ) j l l Space Enter "x" Enter =go h e ^U Enter a "new" Enter "v" Enter =go a "b{d" Enter Esc c =go p P =go m Esc Esc ( , e ) l G m Enter =go D Esc D d =no"#
        ),
        Walk(
            name: "environment-narrow", start: .files(rich),
            keys: "=env ( , e ) l l l j Tab Shift-Tab e Esc Esc , j Enter =go", size: Size(columns: 48, rows: 14)),
        Walk(
            name: "variables-edited", start: .files(rich),
            keys:
                #"( =env >Form >Everything 2 ] ] =go ) j j j Space e "x" Enter =go j e Tab "y" Enter =go G e "z" Enter =no Esc u U D"#
        ),
        Walk(
            name: "secrets",
            start: .files([
                (
                    "a.http",
                    """
                    @token = abc-def-123
                    ### other
                    GET {{base}}/other
                    ### secret
                    GET {{base}}/{{token}}/{{password}}/{{apiKey}}

                    """
                )
            ]),
            keys:
                #"( =env >secret 2 ] ] ] =go ) j e "9" Tab Tab Enter =go u j e "x" Enter =go =ignore a =go =ignore j e "k" Enter =no Esc"#
        ),
        Walk(
            name: "findings-rows", start: .files(rich), keys: "L =go j j PgDn G Enter L =go Esc R L =go R =go Enter",
            size: small),
        Walk(
            name: "import-written", start: .shop,
            keys:
                #"i "s" =go Tab Down Up Down Enter =go j PgDn G Enter =go =reload u =go U =go i "x" Enter =no Esc i ~[1]\[2]" Enter =go Esc"#,
            size: small),
        Walk(
            name: "open-collection", start: .shop,
            keys:
                #": "open collection" Enter =go Down Enter ( 2 m Down Enter : "open collection" Enter =go ) "bill" Enter j Enter =go ( : "open collection" Enter ) "~/x" Enter Esc ( : "samples" Enter ) Esc"#,
            size: small),
        Walk(
            name: "exports", start: .files(rich),
            keys: "( g y ) j j s Enter =go y G Enter =no j j y Enter =go Esc >Curl y k Enter =go", size: small),
    ]
}
