@testable import TerminalUI

// Ways with the mouse, on screens of other sizes, with other characters, keys and themes.
extension Walk {
    private static let long = "[" + (0..<50).map { #"{"number":\#($0)}"# }.joined(separator: ",") + "]"

    static let screens: [Walk] = [
        Walk(
            name: "terminal-reports", start: .scene(.main),
            keys:
                #"=screen ( t ) =dark =light =scheme-dark =scheme-light G Enter =dark ( t g ) =own-themes G k Enter =own-themes ^Z =resumed ^L F9 F9"#,
            size: small),
        Walk(
            name: "copies", start: .scene(.main),
            keys:
                "( 3 y b ) =by-tmux ( y u ) =to-file ( y c ) =not-copied ( y r ) =to-file v =file-ready ( 2 y ) Enter =by-tmux ( 4 y ) Enter =to-file 5 y Esc 6 y Esc",
            size: small),
        Walk(
            name: "folders-changed", start: .shop,
            keys:
                "=broken-environments =env =typed-path-changed =renamed ( 2 m Down Enter ) =reload =other-collection =settings-changed Esc q",
            size: small),
        Walk(
            name: "folder-left", start: .shop, keys: "( s =go 3 ) =other-collection j 3 4 =reload 1 =200 =go",
            size: small),
        Walk(
            name: "widths-log", start: .shop,
            keys: "( 4 A z =go ) !45x14 !55x14 !64x14 !72x14 !79x14 !90x24 !105x24 !125x24 !145x24", size: small),
        Walk(
            name: "widths-runs", start: .scene(.run),
            keys: "( 6 z ) !45x14 !56x14 !68x14 !90x24 !105x24 !140x24 Esc !50x14", size: small),
        Walk(
            name: "widths-body",
            start: .response(
                "{\"a long name\":[1,\"" + String(repeating: "word ", count: 20) + "\"]}", type: "application/json"),
            keys: "( 3 z ) !42x12 w !50x12 b !60x12 w b !72x12 !95x24", size: small),
        Walk(
            name: "widths-timing", start: .scene(.waterfall),
            keys: "z !42x14 j G !55x14 !70x14 !90x24 !130x24 [ !42x14 !70x14", size: small),
        Walk(
            name: "widths-request", start: .files(rich),
            keys: "( >Everything 2 ) !42x12 ] !42x14 ] ] ] ] !48x14 !60x14 !90x24 !110x30", size: small),
        Walk(
            name: "widths-cache", start: .scene(.cache),
            keys: "z !42x14 G !60x14 !95x24 B =go !44x12 Enter !70x16 Esc Esc", size: small),
        Walk(
            name: "widths-dialogs", start: .scene(.comparison),
            keys: "!60x16 !42x12 !110x30 Esc ( 3 y ) !42x11 !60x16 Esc a !42x12 !80x24 Esc X !42x10 Esc", size: small),
        Walk(
            name: "mouse-tree", start: .files(rich),
            keys: "@3,2 @3,2 @3,3:2 @5,4:2 @3,5:down @3,5:up @3,5:down @3,20 @20,3 @0,0 @5,29:2",
            size: Size(columns: 100, rows: 30)),
        Walk(
            name: "mouse-response", start: .response(long, type: "application/json"),
            keys:
                "( @70,24 ) @50,20:down @50,20:down @50,20:up @45,17:60,19 =go @45,17:45,17 @45,18:2 @99,18:99,24 @99,24:99,16 Esc @50,15 @60,15 @45,20:press Esc"
        ),
        Walk(
            name: "mouse-borders", start: .scene(.main),
            keys:
                "@32,10:45,10 @45,10:20,10 @70,13:70,20 @70,20:70,5 @32,27:32,22 = @32,10:5,10 @32,10:110,10 @70,34:70,10",
            size: Size(columns: 120, rows: 36)),
        Walk(
            name: "mouse-header", start: .scene(.main),
            keys: "@60,0 @0,20 @72,0 @50,12 @50,12 @84,0 Esc @90,0 @40,29 @2,29 @12,29 @30,29 @20,29"),
        Walk(
            name: "mouse-dialogs", start: .scene(.main),
            keys:
                ": @50,10:down @50,10:up @50,12 Esc ? @50,10:down @94,5:94,20 @94,20:94,5 @0,0 ( M ) @50,13 ( M ) @50,14:2 ( 3 y ) @45,11 =go ( t ) @50,12 @0,29"
        ),
        Walk(
            name: "mouse-fields", start: .shop,
            keys:
                #"=env ( >create 2 ) @45,4:2 @50,3 @40,4 "x" @5,5 @60,2 =go @45,3:2 Esc @45,3:2 @70,3 "y" Esc ( [ [ [ A "X-" ) @50,6 @50,6:down Esc"#
        ),
        Walk(
            name: "mouse-log", start: .shop,
            keys:
                "( 4 A =go ) @50,25 @50,26:2 =go @50,25:down @50,25:up ( 5 =go ) @10,25:2 =go @10,25:down ( 6 =go ) @50,26 @50,21 @50,20:2 =go @50,20:2 =go"
        ),
        Walk(
            name: "mouse-narrow", start: .scene(.main), keys: "@20,1 @30,1 @3,5 @10,1 @3,4:2 @58,1 @50,17 @3,10:down",
            size: Size(columns: 60, rows: 18)),
        Walk(
            name: "plain", start: .scene(.main), keys: "=plain j 2 j ] 3 ] ] 4 j 5 6 ? Esc : Esc ^O Esc M Esc z |",
            size: small),
        Walk(
            name: "plain-states", start: .shop,
            keys: "( =plain 3 s =go ) =head =received =tick =timeout =go 1 Space D Esc 2 Space ] e Esc 6 =go 4 A =go",
            size: small),
        Walk(name: "plain-failure", start: .scene(.failure), keys: "=plain K Esc ] ] a Esc 4 j =plain", size: small),
        Walk(name: "plain-run", start: .scene(.run), keys: "=plain j Enter 6 Space C g", size: small),
        Walk(
            name: "ascii", start: .files(rich),
            keys: "j l h 2 ] ] 3 s =go =head =200 =go y Esc 4 A =go 6 =go : Esc X Esc |", size: small, glyphs: .ascii),
        Walk(
            name: "console", start: .shop, keys: "( s =go =200 =go ) 3 ] ] 4 ? PgDn Esc | | z", size: small,
            glyphs: .console),
        Walk(
            name: "narrow-dialogs", start: .scene(.main),
            keys: "? PgDn Esc : \"co\" Esc X Esc L =go Esc M Esc t Esc , Esc 3 y Esc W Esc f Esc ^G Esc K Esc a Esc",
            size: Size(columns: 42, rows: 12)),
        Walk(
            name: "short-edits", start: .shop,
            keys: #"2 i "x" Esc ] A "Acc" Down Esc Esc ] ] ] ] j Enter Esc 1 A Esc r Esc D Esc P =go Esc"#,
            size: Size(columns: 60, rows: 12)),
        Walk(
            name: "beside", start: .scene(.main), keys: "2 > > < _ 3 _ 4 z q | _ | 1 _ 6 =",
            size: Size(columns: 165, rows: 24)),
        Walk(
            name: "keys-chosen", start: .shop,
            keys:
                #"=keys s x =go =200 =go 2 D F2 u y 3 y F7 Esc ^G F6 Esc , ? / "send" Enter Esc Esc : "go to" Esc =wrong-keys ? Esc s"#,
            size: small),
        Walk(
            name: "palette-words", start: .scene(.failure),
            keys:
                #": "sv" Esc : "url" ( ^U "mouse" Enter ) F9 ( : "redraw" Enter ) ^L ( : "suspend" Enter ) ( : "picture" Enter ) ( : "picture" Enter ) ( : "log on" Enter ) ( : "zzzz" Enter ) Backspace Esc : Up Up Esc ^P PgDn Enter Esc"#,
            size: small),
        Walk(
            name: "jumps", start: .scene(.main), keys: "' s ' d ' f ' g ' h ' 3 ' l ' q ' Enter 3 z ' a ' k Esc",
            size: small),
        Walk(
            name: "themes", start: .scene(.main),
            keys: "t =go j j k G Esc t G Enter =go t g Enter : \"theme\" Esc =failed", size: small),
        Walk(
            name: "help-pages", start: .shop,
            keys:
                #"2 ? PgDn G g / "body" Enter n Esc Tab PgDn Tab Shift-Tab Esc 4 ? Esc 6 ? Esc 5 ? K Esc K "etag" Down Enter Esc Esc"#,
            size: small),
        Walk(
            name: "explained", start: .scene(.cache),
            keys:
                #"K j j PgDn / "age" Enter j Esc Esc 2 K j Esc ] K Esc 4 K Esc a PgDn Esc 1 a Esc K Esc ( : "explain" Enter ) Esc"#,
            size: small),
        Walk(
            name: "picked", start: .files(rich),
            keys:
                #"^O Down Down Up PgDn "form" Enter ^O "b.http" Enter ^O "a/" Down Enter ^O ^U "xyz" Tab Esc ^O =go "bill" Down Enter Esc O O"#,
            size: small),
        Walk(
            name: "searched", start: .files(rich),
            keys:
                #"/ "th" Down Down Enter s Esc / "nothing like it" Enter j s Esc q / ^T "x" Esc >Everything 2 / "a" Enter n N ] n Esc / ^T "(" Enter Esc"#,
            size: small),
        Walk(
            name: "folded", start: .scene(.main), keys: "4 _ 5 _ 2 _ 3 _ 1 _ = z 2 z | | z q q q Esc < < < < < > > > >",
            size: Size(columns: 110, rows: 28)),
        Walk(
            name: "no-environment", start: .scene(.editing),
            keys: ", k k Enter =go Esc , g Enter , e Esc Esc 1 s =go Esc", size: small),
    ]
}
