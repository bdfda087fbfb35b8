/// Bodies that are decoded and recorded, one a line: the type, and the body after ` | `.
enum DecoderCases {
    /// Beside those of `SignedText`.
    static let signs = [(sign: "⏎", meaning: "\n"), (sign: "⇥", meaning: "\t")]

    static let texts = #"""
        text/css | a:hover{color:red}
        text/css | a{b:c;d:-1px;e:.5em;f:+2;g:#fff;h:- 1;i:1%}
        text/css | a::before{content:"x\"y";d:'z'}
        text/css | a{color:red!important;b:c !ie}
        text/css | .a#b>c~d+e,f[g=h]{}
        text/css | @import 'x';@media print{a{b:c}}@font-face{}
        text/css | /* x⏎y */a{}/**/b{} /* open⏎c{}
        text/css | a{b:url(x:y);c:d(e,f)}
        text/css | a{b: c⏎d: e⏎}⏎f : g{}
        text/css | a{&:hover{b:c}b:hover{c:d}}
        text/css | "unclosed⏎a{b:c}
        text/css | --x: 1;a{--x:1;b:var(--x);c:--y}
        text/css | }}a{b:c}{{d:e}}
        text/css | a { b : c ; d:e }⇥f{⇥g:h}
        text/css | a{b:c:d;e:f}
        text/css | @charset "iso-8859-1";a{}
        text/css | ä{é:1}
        text/javascript | a = b / c / d
        text/javascript | return /x/g; x(/a/.test(y)) [/b/]; !/c/
        text/javascript | (a) / b; [1] / c; a[0] / 2; f() / 3; 1 / 2; "s" / 4; `t` / 5
        text/javascript | a`${`b${c}`}d` + {e: {}}
        text/javascript | `a⏎b${{c:{}}}e` + f / 2
        text/javascript | `unclosed⏎more` x
        text/javascript | 'a⏎b' "c\"d" 'e\'f
        text/javascript | 0x1F 1e5 .5 1_000n 1.5.toFixed a1 $b _c
        text/javascript | // c⏎/* d⏎e */ f /**/ g /* h
        text/javascript | { a: 1, get: 2, true: 3, "b": null, c : d }
        text/javascript | this / 2; super / 3; typeof /x/; true / 1; null / 2
        text/javascript | a = /[/]]/ / 2; b = /\//i; c = /unclosed
        text/javascript | async await constructor implements instanceofx instanceof
        text/javascript | `\`` + `\${x}` + `$x` + `${`
        text/javascript | x => ({y: undefined, z: NaN, w: Infinity})
        text/javascript | import x from "y"; export default z; new Map()
        text/javascript | ⇥a⇥=⇥b ; é = 'ü'
        application/typescript | let a: string = 'b'
        text/markdown | ###### six⏎####### seven⏎#nospace⏎#⏎ # one
        text/markdown | > q⏎>> r⏎ > s⏎>t
        text/markdown | - a⏎* b⏎+ c⏎-d⏎1. e⏎2) f⏎3 g⏎10. h
        text/markdown | ---⏎***⏎___⏎===⏎-⏎- - -⏎__x⏎--x⏎= a⏎_ b
        text/markdown | ```js⏎# x⏎``⏎````⏎~~~⏎after
        text/markdown | ~~~~⏎```⏎~~~⏎~~~~⏎x
        text/markdown |    ```⏎x⏎   ```⏎    ```⏎not fence⏎``⏎~~
        text/markdown | `a` ``b`` `c⏎d` `
        text/markdown | **a** **b *c* ** **d ** e **
        text/markdown | [a](b) [c] [d](e [f](g) [h[i](j) [k] (l) [](m)
        text/markdown | \*a\* \` `x` \[y](z) \
        text/markdown | *a* _b_ ** c
        application/yaml | a: b⏎"c": d⏎'e': 'f''g'⏎? h⏎: i⏎"j" : k
        application/yaml | - - a⏎- b: c⏎  d: e⏎-f⏎-
        application/yaml | a: |⏎  x⏎  y⏎b: >-⏎  z⏎⏎  w⏎c: d
        application/yaml | - a: |⏎    x⏎  b: c⏎- |⏎ y⏎- z
        application/yaml | "k": |⏎  x⏎b: |2⏎   y⏎ z
        application/yaml | a: [b, "c, d", {e: f, g:h}]⏎i: {j: k,⏎ l: m}⏎n
        application/yaml | {a:1, "b":2, 'c': [d|e, >f]}
        application/yaml | &x a: *x⏎!t b: !!str c⏎c: [*d, &e f]
        application/yaml | # c⏎a: b # d⏎e: f#g⏎h:#i⏎j: # k
        application/yaml | true: yes⏎n: null⏎t: ~⏎i: -1.5⏎d: 2026-11-20⏎f: FALSE⏎g: trues
        application/yaml | h: 0x1F⏎o: 0o17⏎i: .inf⏎j: -.INF⏎k: .nan⏎l: 1_000⏎m: 1.2.3⏎n: +1e5⏎p: -⏎q: .⏎r: 0xZ
        application/yaml | %YAML 1.2⏎---⏎a⏎...⏎b: ---
        application/yaml | a: "x⏎ y"⏎b: 'z⏎w⏎'⏎c: d
        application/yaml | key with space: v⏎a:b⏎c: d: e⏎: f⏎g :h
        application/yaml | "unclosed⏎a: b
        application/x-yaml | a: b
        application/vnd.oai.openapi+yaml | openapi: 3.1.0
        application/toml | a = 1⏎"b c" = 'd\'⏎e.f = """⏎x⏎""" # g⏎h."i" = j
        application/toml | [a]⏎[[b]] # c⏎[ c . "d" ]⏎[unclosed⏎ [e]
        application/toml | a = [⏎1,⏎2 # x⏎]⏎b = {c = 1, d = "e", f.g = [1, {h = 2}]}
        application/toml | a = '''⏎x⏎'''⏎b = true⏎c = false⏎d = truer
        application/toml | a = 2026-11-20T10:00:00Z⏎b = inf⏎c = -nan⏎d = 0x1F⏎e = 1_000⏎f = 10:00
        application/toml | a = "x\"y" z⏎b = "unclosed⏎c = 'u⏎d = 1
        application/toml | = 1⏎a⏎a =⏎a = b = c⏎⇥d⇥=⇥1
        application/toml | a = """x""" b⏎c = """"⏎y""""
        text/csv | a,b⏎1,2
        text/csv | a;b;c⏎1;2
        text/csv | a|b⏎1|2
        text/csv | a⇥b⏎1⇥2
        text/csv | a,b;c⏎1
        text/csv | "a,a";b⏎1
        text/csv | "a","b""c"⏎"d⏎e",f
        text/csv | a,"b"c,d⏎"x" ,y
        text/csv | "a⏎b
        text/csv | a,b⏎1⏎1,2,3⏎
        text/csv | a,b␍⏎1,2␍⏎
        text/csv | a␍b,c␍
        text/csv | ,⏎,,⏎
        text/csv | 漢,b⏎1,2⏎é,"漢漢"
        text/csv | single
        text/csv | a,b⏎⏎c,d⏎
        text/csv | "",""""⏎"""a""",b
        text/csv | a,"b⏎c,d⏎"e",f
        text/tab-separated-values | a⇥b c⏎1,2⇥"x⇥y"
        text/tsv | a⇥b
        application/csv | a,b
        application/x-www-form-urlencoded | a=1&b
        application/x-www-form-urlencoded | a=%41%zz&%C3%A4=+&%
        application/x-www-form-urlencoded | =x&&&a==&b=%3D&%3Dc=d
        application/x-www-form-urlencoded | a[]=1&a[]=2&b[c]=d
        application/x-www-form-urlencoded | a=%FF%0A%7F%1F%20&b%0D=c
        application/x-www-form-urlencoded | a=1;b=2
        application/x-www-form-urlencoded | a=%4&b=%4g&c=%e9
        application/x-www-form-urlencoded | a=1⏎
        application/x-www-form-urlencoded | a=1␍⏎
        application/x-www-form-urlencoded | a=1⏎b=2
        application/x-www-form-urlencoded | &
        multipart/mixed; boundary=X | --X⏎⏎a⏎--X--
        multipart/mixed; boundary=X | --X␍⏎A: b␍⏎no colon␍⏎Content-Type: application/yaml␍⏎␍⏎k: v␍⏎--X--␍⏎
        multipart/mixed; boundary=X | --X ⏎⏎a⏎--XY⏎b⏎--X⇥⏎⏎c⏎--X--x⏎d
        multipart/mixed; boundary=X | pre⏎--X⏎⏎a⏎--X
        multipart/mixed; boundary=X | --X⏎--X⏎⏎--X--
        multipart/mixed; boundary="a b" | --a b⏎⏎x⏎--a b--
        multipart/mixed | --Q⏎⏎x⏎--Q--
        multipart/mixed | --Q␍⏎␍⏎x␍⏎--Q--
        multipart/mixed | --⏎⏎x⏎----
        multipart/mixed | x
        multipart/mixed | --no line
        multipart/mixed; boundary=X | nothing
        multipart/form-data; boundary=X | --X⏎Content-Disposition: form-data; name="a"; filename="b"⏎CONTENT-TYPE: text/csv⏎⏎1,2⏎--X⏎content-disposition: form-data; filename="c"⏎⏎d⏎--X⏎Content-Disposition: form-data; name=e⏎⏎f⏎--X--
        multipart/mixed; boundary=X | --X⏎Content-Type: image/png⏎⏎x⏎--X⏎Content-Type: application/json⏎⏎{}⏎--X--
        multipart/a; boundary=1 | --1⏎Content-Type: multipart/b; boundary=2⏎⏎--2⏎Content-Type: multipart/c; boundary=3⏎⏎--3⏎Content-Type: multipart/d; boundary=4⏎⏎--4⏎Content-Type: multipart/e; boundary=5⏎⏎--5⏎⏎x⏎--5--⏎--4--⏎--3--⏎--2--⏎--1--
        application/xml | <a/>
        application/xml | <a b='c' d="e>f" g/>
        application/xml | <a>t</a><b></b><c> x </c>
        application/xml | <a>one⏎two</a><b>⏎x⏎</b>
        application/xml | <a><b>x</b>y<c/>z</a>
        application/xml | <a><b></a></b></c>
        application/xml | <a:b c:d="1" e-f.g=h></a:b>
        application/xml | <a⏎ b="1"⏎⇥c='2⏎3'⏎>x</a>
        application/xml | <a b="unclosed>x</a>
        application/xml | <a b=c d= e =f>x</a>
        application/xml | <!DOCTYPE a [<!ENTITY b "c">⏎]><a>&b;</a>
        application/xml | <!DOCTYPE a SYSTEM "x"><a/>
        application/xml | <?xml version="1.0"?><?pi a?b?><a/>
        application/xml | <!-- c⏎d --><a><!-- > --></a><!-- open
        application/xml | <a><![CDATA[x]]y]]></a><![CDATA[open
        application/xml | a < b > c <1> <d>
        application/xml | x<a
        application/xml | text only
        application/xml | <a>1 < 2 && 3 > 2</a>
        application/xml | <A></a><a></A>
        application/xml | <é ü="ö"/>
        application/xml | <a␍⏎b="1"␍⏎/>␍⏎<c>␍⏎d␍⏎</c>
        application/soap+xml | <a/>
        image/svg+xml | <svg/>
        text/html | <p>a<p>b<div>c</div>
        text/html | <ul><li>a<li>b</ul><dl><dt>a<dd>b<dt>c</dl>
        text/html | <table><thead><tr><th>a<tbody><tr><td>b<td>c<tr><td>d<tfoot><tr><td>e</table>
        text/html | <select><option>a<option>b<optgroup><option>c</select>
        text/html | <html><head><title>x</title><body>y
        text/html | <br><img src=a><input/><hr>x<BR>
        text/html | <script>a < b; "</p>"⏎</script>x
        text/html | <script>short</script><style>a{}</style><SCRIPT>x</script >
        text/html | <script>⏎  a⏎  b⏎</script><pre>⏎ x⏎</pre><textarea> y </textarea>
        text/html | <script>unclosed⏎<p>
        text/html | <script></script><script src=x></script>
        text/html | <!DOCTYPE html [x]><?php a?>b?><p>
        text/html | <p class=a id="b" hidden>x</P>
        text/html | <P>a<b>c</p>d
         | <?xml version='1.0'?><a/>
         | <?xmlx?><a/>
         | <!doctype HTML><p>
         | <HTML><p>
         |  <html>
         | %PDF-1.4⏎
        text/plain | <html><p>x
        application/x-unknown | <html><p>x
        binary/octet-stream | %PDF-1.4
        application/pdf | %PDF-1.7⏎<</Type /Pages /Count 3>>⏎%%EOF
        application/pdf | %PDF-2.0x⏎<</Count 9>>⏎%%EOF
        application/pdf | %PDF-1.7⏎<</Type/Pages/Count 1>><</Type/Pages/Count 12>><</Type/Pages/Count 0>><</Type/Pages/Count x>>⏎%%EOF
        application/pdf | %PDF-1.7⏎/Title (a\(b\)c (d) e) /Title (second)⏎%%EOF
        application/pdf | %PDF-1.7⏎/Title <48 65 6C6C 6F> /Encrypt 5 0 R⏎%%EOF
        application/pdf | %PDF-1.7⏎/Title <48656C6C6F4> %%EOF
        application/pdf | %PDF-1.7⏎/Title <FEFF00480069>⏎%%EOF
        application/pdf | %PDF-1.7⏎/Title ()/Title (x⏎
        application/pdf | %PDF-1.7⏎/Title [x]%%EOF
        application/pdf | PDF
        application/pdf | %PDF-123456789.0 x
        text/plain; charset=utf-16le | x
        application/xml; charset=iso-8859-1 | <a>é</a>
        application/xml | <?xml version="1.0" encoding="iso-8859-1"?><a>é</a>
        text/html | <meta charset=windows-1252><p>é
        text/css; charset=nope | a{}
        application/jwt | eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.
        application/jwt | eyJhbGciOiJOb25lIn0.eyJzdWIiOiJ4In0.c2lnbmF0dXJl
        application/jwt | eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.
        application/jwt | eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3OTUyNTYxMDAsIm5iZiI6MTc5NTI1NjEwMCwiZXhwIjoxNzk1MjU2MTAwfQ.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3OTUyNTYxMDEsIm5iZiI6MTc5NTI1NjE2MCwiZXhwIjoxNzk1MjU5NzAwLCJhdXRoX3RpbWUiOjE3OTUxNjk3MDB9.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3OTUyNTYwOTksIm5iZiI6MTc5NTI1NjAzOSwiZXhwIjoxNzk1MjUyNDk4LjEsImF1dGhfdGltZSI6IjE3OTUyNTYxMDUifQ.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJSUzI1NiJ9.eyJleHAiOiJzb29uIiwiaWF0IjoxZSsxNiwibmJmIjotNSwiYXV0aF90aW1lIjpudWxsfQ.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJSUzI1NiJ9.eyJleHAiOiIxNzk1MjU2MjAwIiwiYSI6eyJiIjpbMSwiXHUwMGU0Il19fQ.c2lnbmF0dXJl
        application/jwt | eyJhbGciOjUsImFsZzIiOiJ4In0.e30.c2lnbmF0dXJl
        application/jwt | eyJhIjp7ImFsZyI6Im5vIn0sImFsZyI6IkVTMjU2In0.eyJleHAiOjEsImV4cCI6Mn0.c2lnbmF0dXJl
        application/jwt | WzFd.e30.c2lnbmF0dXJl
        application/jwt | e30.Ingi.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJhIg.e30.c2lnbmF0dXJl
        application/jwt | eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY.Y2lwaGVy.dGFn
        application/jwt |   eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln␍⏎
        application/jwt | eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2+n
        application/jwt | eyJhbGciOiJIUzI1NiJ9.a.c2ln
        application/jwt | a.b.c.d
        application/jwt | ...
         | eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln
        text/plain | eyJhbGciOiJub25lIn0.e30.
        """#
}
