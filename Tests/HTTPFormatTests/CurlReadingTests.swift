import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// curl commands of any shell: their words, their ends, and what is said of them.
@Suite struct CurlReadingTests {
    private func words(_ text: String, _ shell: CommandShell) -> String {
        let read = CommandWords.read(Array(text.utf8), from: 0, shell: shell)
        return read.words.joined(separator: "|") + (read.stoppedAtOperator ? " +stop" : "")
            + (read.isUnclosed ? " +open" : "") + (read.holdsExpansion ? " +var" : "")
    }

    @Test func `a shell is known by what ends its lines and by its quotation marks`() {
        let table = #"""
            curl 'a' -> posix
            curl "a" -> posix
            curl a^b `c` d -> posix
            curl a \\\n b -> posix
            curl "a" ^\n b -> cmd
            curl "a" ^\r\n b -> cmd
            curl ^"a^" -> cmd
            curl a^ -> cmd
            curl.exe "a" -> cmd
            curl a `\n b -> powerShell
            curl.exe 'a' -> powerShell
            curl ^"a^" `\n b -> cmd
            curl ^"a^" \\\n b -> posix
            """#
        #expect(TextTable.differences(table) { CommandShell(of: Array($0.utf8)).rawValue } == [])
    }

    @Test func `words are split as cmd and Windows split them`() {
        let table = #"""
            curl "a b" c -> curl|a b|c
            curl "a""b" -> curl|a"b
            curl "a\\"b" -> curl|a"b
            curl "a\\\\" b -> curl|a\|b
            curl "a\\\\\\"b" -> curl|a\"b
            curl a\\\\b -> curl|a\\b
            curl \\a -> curl|\a
            curl ^"a^&b^" c -> curl|a&b|c
            curl ""\tb -> curl||b
            curl a^\n b -> curl|a|b
            curl a^\r\nb -> curl|ab
            curl a^\n\nb -> curl|a\nb
            curl a^\r\n\r\nb -> curl|a\nb
            curl "a^b" -> curl|a^b
            curl a^ -> curl|a
            curl a\nb -> curl|a
            curl a & b -> curl|a +stop
            curl a|b -> curl|a +stop
            curl a>b -> curl|a +stop
            curl a 2>nul -> curl|a +stop
            curl a2>nul -> curl|a2 +stop
            curl a "2">nul -> curl|a|2 +stop
            curl "a&b" -> curl|a&b
            curl %X_1% -> curl|%X_1% +var
            curl "%X%" -> curl|%X% +var
            curl 100% a%% -> curl|100%|a%%
            curl "a -> curl|a +open
            """#
        #expect(TextTable.differences(table) { words($0, .cmd) } == [])
    }

    @Test func `words are split as PowerShell splits them`() {
        let table = #"""
            curl 'a''b' c -> curl|a'b|c
            curl "a""b" -> curl|a"b
            curl "a`"b" -> curl|a"b
            curl "a`nb`tc`rd`x" -> curl|a\nb\tc\rdx
            curl 'a`n' -> curl|a`n
            curl a`\n b -> curl|a|b
            curl a`\r\nb -> curl|a|b
            curl a` b -> curl|a b
            curl '' b -> curl||b
            curl 'a\\"b' -> curl|a"b
            curl a # b -> curl|a
            curl a#b -> curl|a#b
            curl a\nb -> curl|a
            curl a;b -> curl|a +stop
            curl a | b -> curl|a +stop
            curl a > b -> curl|a +stop
            curl a 2>$null -> curl|a +stop
            curl a '2'>b -> curl|a|2 +stop
            curl $x -> curl|$x +var
            curl "$x" -> curl|$x +var
            curl "$(x)" -> curl|$(x) +var
            curl '$x' "$1" -> curl|$x|$1
            curl 'a -> curl|a +open
            """#
        #expect(TextTable.differences(table) { words($0, .powerShell) } == [])
    }

    @Test func `words are split as a POSIX shell splits them`() {
        let table = #"""
            curl a'b'"c"d -> curl|abcd
            curl "\\$x \\` \\\\ \\n" -> curl|$x ` \ \n
            curl $x -> curl|$x +var
            curl $_ ${x} $(x) `x` -> curl|$_|${x}|$(x)|`x` +var
            curl $1 $ "$" a$ -> curl|$1|$|$|a$
            curl '$x' \\$x -> curl|$x|$x
            curl "`x`" -> curl|`x` +var
            curl a;b -> curl|a +stop
            curl a&b -> curl|a +stop
            curl a<b -> curl|a +stop
            curl a 2>/dev/null -> curl|a +stop
            curl a 10<b -> curl|a +stop
            curl a 2 >b -> curl|a|2 +stop
            curl a2>b -> curl|a2 +stop
            curl a '2'>b -> curl|a|2 +stop
            curl a 2;b -> curl|a|2 +stop
            curl "a -> curl|a +open
            curl $'a -> curl|a +open
            curl a \\\r\n b -> curl|a|b
            curl "a\r\nb" -> curl|a\nb
            curl a\rb -> curl|a
            curl a #b\n -> curl|a
            """#
        #expect(TextTable.differences(table) { words($0, .posix) } == [])
        let escapes = CommandWords.read(
            Array(#"$'\a\b\e\E\f\v\t\r\n\x4g\x414\1012\8\u41g\u00e9\U0001F600\ud800\q\'\"'"#.utf8), from: 0,
            shell: .posix)
        let expected =
            "\u{7}\u{8}\u{1B}\u{1B}\u{C}\u{B}\t\r\n\u{4}gA4A28Ag\u{E9}\u{1F600}\u{FFFD}q'\""
        #expect(escapes.words.map { $0.unicodeScalars.map(\.value) } == [expected.unicodeScalars.map(\.value)])
    }

    // MARK: Several commands

    private func transfers(_ text: String) -> String {
        let commands = CurlCommands(Array(text.utf8))
        let all = commands.transfers.map { transfer in
            ([transfer.problem ?? "\(transfer.line) \(transfer.lines?.first ?? "-")"] + transfer.remarks)
                .joined(separator: " + ")
        }
        return (all + (commands.strayLine.map { ["stray \($0)"] } ?? [])).joined(separator: " | ")
    }

    @Test func `a text holds one command or many, each with its line`() {
        let table = #"""
            curl -L http://a -> 1 GET http://a
            $ curl -L http://a -> 1 GET http://a
            > curl -L http://a -> 1 GET http://a
            % curl -L http://a -> 1 GET http://a
            $curl -L http://a -> stray 1
            curl.exe -L http://a -> 1 GET http://a
            curl\t-L http://a -> 1 GET http://a
            curly -L http://a -> stray 1
            curl -> stray 1
            \n# x\n\ncurl -L http://a -> 4 GET http://a
            curl -L http://a\ncurl -L http://b -> 1 GET http://a | 2 GET http://b
            curl -L http://a\\\n/x\n\ncurl -L http://b -> 1 GET http://a/x | 4 GET http://b
            curl -L http://a; curl -L http://b -> 1 GET http://a | 1 GET http://b
            curl -L http://a && curl -L http://b & # c -> 1 GET http://a | 1 GET http://b
            curl -L http://a | jq . ; x\ncurl -L http://b -> 1 GET http://a + Only the curl command is read; nothing is run. | 2 GET http://b
            curl -L http://a ; x -> 1 GET http://a + Only the curl command is read; nothing is run.
            curl -L http://a 2>/dev/null -> 1 GET http://a + Only the curl command is read; nothing is run.
            curl -L -X put http://a -> 1 put http://a + curl sends the method as it is typed, put; a request line sends PUT.
            curl -L -X PUT http://a -> 1 PUT http://a
            curl -L -- http://a -> 1 GET http://a
            curl -L http://a http://b -> 1 GET http://a | 1 GET http://b
            curl -L http://a --next -L http://b -> 1 GET http://a | 1 GET http://b
            curl -L http://a -: -L http://b -> 1 GET http://a | 1 GET http://b
            curl -L http://a\n\nls\ncurl -L http://b -> 1 GET http://a | stray 3
            rem x\ncurl.exe -L "http://a" -> 2 GET http://a
            :: x\ncurl.exe -L "http://a" -> 2 GET http://a
            """#
        #expect(TextTable.differences(table) { transfers($0) } == [])
        #expect(CurlCommands.recognises(Array("curl http://a\nls".utf8)), "only the first command is looked at")
        #expect(!CurlCommands.recognises(Array("# curl".utf8)) && !CurlCommands.recognises(Array("ls".utf8)))
    }

    @Test func `a command that curl would not send, or that is none of HTTP, is refused`() {
        let table = #"""
            curl ftp://a -> curl would use ftp; only http and https are requests here.
            curl http://a FILE://b -> curl would use file; only http and https are requests here. | curl would use file; only http and https are requests here.
            curl HTTPS://a -L -> 1 GET HTTPS://a
            curl {{scheme}}://a -L -> 1 GET {{scheme}}://a
            curl -L -> The curl command has no URL.
            curl 'http://a -> The curl command has a quote that is not closed.
            curl http://a -I -d x -> curl takes only one of --head and --data: they are different requests.
            curl http://a -d x -F a=b -T f -> curl takes only one of --data and --form and --upload-file: they are different requests.
            curl http://a -T f -G -d a=b -> curl takes only one of --get and --upload-file: they are different requests.
            curl http://a -F a=b -G -d x -> curl takes only one of --get and --form: they are different requests.
            curl http://a -L -F a=b -G -> 1 POST http://a
            curl http://a -L -T f -G -> 1 PUT http://a/f
            curl http://a -L -T '' -d x -> 1 POST http://a
            curl http://a -L -I -G -d x -> 1 HEAD http://a?x
            curl http://a -L -I --no-head -> 1 GET http://a
            curl http://a -% -> curl knows no option -%. + curl's -% is not known and has no effect here.
            curl http://a -L --no-negotiate --no-ipv6 -> 1 GET http://a
            curl http://a --no-foo -> curl knows no option --no-foo. + curl's --no-foo is not known and has no effect here.
            curl http://a --help -> With --help curl only prints something, and sends nothing. + With --help curl only prints something, and sends nothing.
            curl -V http://a -> With --version curl only prints something, and sends nothing. + With --version curl only prints something, and sends nothing.
            curl http://a --foo -> curl knows no option --foo. + curl's --foo is not known and has no effect here.
            curl http://a --silent=x -> curl knows no option --silent=x. + curl's --silent=x is not known and has no effect here.
            curl http://a --foo=x -> curl knows no option --foo=x. + curl's --foo=x is not known and has no effect here.
            curl http://a --expand-data=x -> curl's --expand-data is not read: write the value out. + curl's --expand-data is not read: write the value out.
            curl http://a -H -> curl's -H needs a value.
            curl http://a --header -> curl's --header needs a value. + curl's --header needs a value.
            curl --expand-url x http://a -> curl's --expand-url is not read: write the value out. + curl's --expand-url is not read: write the value out.
            curl http://a -m x -> curl's --max-time takes a number of seconds, not x.
            curl http://a -m -1 -> curl's --max-time takes a number of seconds, not -1.
            curl http://a -d @f -d x -> The body of this curl command cannot be written in a request file: it joins a file with other data. Put all of it into one file.
            """#
        #expect(TextTable.differences(table) { transfers($0) } == [])
    }

    @Test func `a value that curl refuses for an option without effect here is refused`() {
        let table = #"""
            --max-redirs x -> curl's --max-redirs takes a number, not x.
            --max-redirs -1 -> curl's --max-redirs has no effect here.
            --max-redirs -2 -> curl's --max-redirs takes a number, not -2.
            --max-redirs {{n}} -> curl's --max-redirs has no effect here.
            --max-redirs +5 -> curl's --max-redirs has no effect here.
            --max-redirs + -> curl's --max-redirs takes a number, not +.
            -C x -> curl's --continue-at takes a number of bytes or -, not x.
            -C - -> curl's --continue-at has no effect here.
            --limit-rate x -> curl's --limit-rate takes a number of bytes such as 100K, not x.
            --limit-rate 10K -> curl's --limit-rate has no effect here.
            --limit-rate 10kb -> curl's --limit-rate takes a number of bytes such as 100K, not 10kb.
            --max-filesize x -> curl's --max-filesize takes a number of bytes such as 100K, not x.
            --retry-delay x -> curl's --retry-delay takes a number of seconds, not x.
            --retry-delay 1.5 -> curl's --retry-delay has no effect here.
            --keepalive-time x -> curl's --keepalive-time takes a number, not x.
            -Y x -> curl's --speed-limit takes a number, not x.
            -y 1k -> curl's --speed-time takes a number, not 1k.
            --tls-max x -> curl's --tls-max takes default or a version from 1.0 to 1.3, not x.
            --tls-max 1.2 -> curl's --tls-max has no effect here.
            --local-port x -> curl's --local-port takes a port or a range of ports, not x.
            --local-port 4000-70000 -> curl's --local-port takes a port or a range of ports, not 4000-70000.
            --local-port 4000-4100 -> curl's --local-port has no effect here.
            --rate 2/x -> curl's --rate takes a number of transfers such as 2/s, not 2/x.
            --rate 2 --rate 2/s --rate 2/30m --rate 2/hour ->
            --expect100-timeout .5 -> curl's --expect100-timeout has no effect here.
            --expect100-timeout -1 -> curl's --expect100-timeout takes a number of seconds, not -1.
            --create-file-mode 888 -> curl's --create-file-mode takes an octal mode up to 777, not 888.
            --create-file-mode 644 ->
            """#
        let wrong = TextTable.differences(table) { text in
            let command = CurlCommand(["curl", "http://a"] + text.split(separator: " ").map(String.init))
            return (command.refusals + command.remarks).joined(separator: " ")
        }
        #expect(wrong == [])
    }

    @Test func `what is done otherwise than curl does it is said`() {
        let table = #"""
            --location-trusted -> curl's --location-trusted is --location here: the login is not sent to other servers.
            --ntlm --anyauth --digest -> curl's --anyauth has no effect here. curl's --ntlm has no effect here.
            --ntlm -u a:b ->
            --proxy-anyauth -x p -> curl's --proxy-anyauth has no effect here.
            --proxy-basic --no-proxy-ntlm ->
            --http3 -> curl's --http3 has no effect here.
            --cert x -> curl's --cert has no effect here.
            -E x -> curl's --cert has no effect here.
            --noproxy x -> curl's --noproxy x has no effect here.
            --noproxy * ->
            -b jar -> The cookie file jar is not read.
            -b a=b ->
            -H @f -> The header file f is not read.
            -H accept: -> curl would send no accept; here one is added to a request that has none.
            -H Host: -> curl would send no Host; here one is added to a request that has none.
            -H X: ->
            -m 0 -> curl's --max-time 0, which is no limit, has no effect here.
            --connect-timeout 0 -> curl's --connect-timeout 0, which is no limit, has no effect here.
            --request-target x -> curl's --request-target x has no effect here: it is neither a path nor *.
            -d @f -> The line breaks of f, which curl leaves out of -d @FILE, are sent.
            --data-binary @f ->
            --json @f ->
            -G -d @f -> The file f, which curl would add to the URL, is left out.
            http://b -> Only the first URL of a curl command is sent.
            --next -> What follows --next is a second transfer and is not sent.
            -o x -w y -c z -D h --stderr e ->
            --retry 0 ->
            --retry 21 -> curl's --retry is 20 here, the most that is possible.
            -d a --retry 3 -> curl's --retry has no effect here: only methods that may be repeated are sent again.
            -sSvifgJNOqRnj4 -> curl's --netrc has no effect here. curl's --ipv4 has no effect here.
            --no-negotiate --no-ipv6 ->
            --compressed --no-compressed --path-as-is --no-keepalive -> curl's --no-keepalive has no effect here.
            """#
        let wrong = TextTable.differences(table) { text in
            CurlCommand(["curl", "http://a"] + text.split(separator: " ").map(String.init)).remarks
                .joined(separator: " ")
        }
        #expect(wrong == [])
    }

    @Test func `what a command says is written as a request, one option after the other`() {
        let table = #"""
            -X PATCH --data-raw @x -> PATCH http://h/ / Content-Type: application/x-www-form-urlencoded / / @x
            --json {} --json [] -> POST http://h/ / Content-Type: application/json / Accept: application/json / / {}[]
            --json {} -d x --json [] -> POST http://h/ / Content-Type: application/json / Accept: application/json / / {}&x[]
            -G --json 1 --json 2 -d 3 -> GET http://h/?12&3 / Content-Type: application/json / Accept: application/json
            --json {} -H accept:x -> POST http://h/ / accept: x / Content-Type: application/json / / {}
            -d a -H Content-Type: -> POST http://h/ / / a
            --request=PUT --data=a=b -> PUT http://h/ / Content-Type: application/x-www-form-urlencoded / / a=b
            --data= -d x -> POST http://h/ / Content-Type: application/x-www-form-urlencoded / / &x
            -r 0-9 -> GET http://h/ / Range: bytes=0-9
            -e x;auto -> GET http://h/ / Referer: x
            -e x;y -> GET http://h/ / Referer: x;y
            -e ;auto -> GET http://h/
            -e x -e ;auto -> GET http://h/
            -e x -e y -H Accept:z -> GET http://h/ / Accept: z / Referer: y
            -e x -H referer:z -> GET http://h/ / referer: z
            --referer= -> GET http://h/
            --oauth2-bearer t -> GET http://h/ / Authorization: Bearer t
            -u me -> GET http://h/ / Authorization: Basic me:
            -u m	e:p -> GET http://h/ / Authorization: Basic bQllOnA=
            -u me:p -H authorization:x -> GET http://h/ / authorization: x
            -u id:key --aws-sigv4 aws:amz:eu:s3 -> GET http://h/ / Authorization: AWS id key region:eu service:s3
            -u id:key --aws-sigv4 aws:amz -> GET http://h/ / Authorization: AWS id key
            -u id:key --aws-sigv4 aws:amz:eu: -> GET http://h/ / Authorization: AWS id key region:eu
            -u id:key --aws-sigv4 aws:amz::s3 -> GET http://h/ / Authorization: AWS id key service:s3
            -u id:key --aws-sigv4 osc:x -> The login of this curl command cannot be written in a request file: requests are signed for --aws-sigv4 aws only, not for "osc"
            -u id --aws-sigv4 aws -> The login of this curl command cannot be written in a request file: --aws-sigv4 needs --user KEY:SECRET with a key and a secret without spaces
            -u id:key --aws-sigv4 osc -H Authorization:x -> GET http://h/ / Authorization: x
            --digest -u a:b -> GET http://h/ / Authorization: Digest a b
            --digest -u a -> GET http://h/ / Authorization: Digest a:
            --digest -u a: -> GET http://h/ / Authorization: Digest a:
            --digest -u a:x="y -> The login of this curl command cannot be written in a request file: a name for --digest is one word, and its password has no spaces at its ends and no ="
            --digest --no-digest -u a:b -> GET http://h/ / Authorization: Basic a:b
            --basic -u a:b -> GET http://h/ / Authorization: Basic a:b
            --ntlm -u a:b -> The login of this curl command cannot be written in a request file: --ntlm is not supported, only --basic, --digest and --aws-sigv4 are
            --ntlm --no-ntlm -u a:b -> GET http://h/ / Authorization: Basic a:b
            --ntlm -u a:b -H Authorization:x -> GET http://h/ / Authorization: x
            --negotiate -u : -> The login of this curl command cannot be written in a request file: --negotiate is not supported, only --basic, --digest and --aws-sigv4 are
            --digest --basic -u a:b -> The login of this curl command cannot be written in a request file: with --anyauth or several such flags the server chooses the login. Name only --basic or --digest
            --anyauth --no-anyauth -u a:b -> The login of this curl command cannot be written in a request file: with --anyauth or several such flags the server chooses the login. Name only --basic or --digest
            -u id:key --aws-sigv4 aws --ntlm -> GET http://h/ / Authorization: AWS id key
            --proxy-digest -x p -U a:b -> The login for the proxy of this curl command cannot be written in a request file: --proxy-digest is not supported, only --proxy-basic is
            --proxy-ntlm --proxy-basic -x http://a:b@p -> The login for the proxy of this curl command cannot be written in a request file: --proxy-ntlm is not supported, only --proxy-basic is
            --proxy-digest --no-proxy-digest -x p -U a:b -> # @proxy http://a:b@p / GET http://h/
            --proxy-digest -x socks5://p -U a:b -> # @proxy socks5://a:b@p / GET http://h/
            -x p:1 -U u:p@w -> # @proxy http://u:p%40w@p:1 / GET http://h/
            -x p:1 -U {{u}}@w:{{p}} -> # @proxy http://{{%u}}%40w:{{%p}}@p:1 / GET http://h/
            -x p:1 -U {{login}} -> # @proxy http://{{login}}@p:1 / GET http://h/
            -x socks5://p -U u -> # @proxy socks5://u@p / GET http://h/
            -x {{url}} -U a:b -> # @proxy {{url}} a:b / GET http://h/
            -x {{host}}:1 -U {{u}}:b@ -> # @proxy {{host}}:1 {{%u}}:b%40 / GET http://h/
            -x http://{{host}} -U a:b -> # @proxy http://a:b@{{host}} / GET http://h/
            -x http://c:d@p -U a:b -> # @proxy http://c:d@p / GET http://h/
            -x c:d@p -U a:b -> # @proxy c:d@p / GET http://h/
            -x p:1 -U a:b%40%c -> # @proxy http://a:b%40%25c@p:1 / GET http://h/
            --socks5-hostname p:1 -> # @proxy socks5h://p:1 / GET http://h/
            --socks5 p:1 -> # @proxy socks5://p:1 / GET http://h/
            --socks4 p:1 -> # @proxy socks4://p:1 / GET http://h/
            --socks4a p:1 -> # @proxy socks4a://p:1 / GET http://h/
            -x p --noproxy * -> # @no-proxy / GET http://h/
            -k -m 2.5 --connect-timeout 1 -> # @no-reject-unauthorized / # @timeout 2.5 s / # @connection-timeout 1 s / GET http://h/
            --retry 3 -> # @retry 3 / GET http://h/
            --retry 21 -T a -> # @retry 20 / PUT http://h/a / / < a
            --retry 3 -d a -> POST http://h/ / Content-Type: application/x-www-form-urlencoded / / a
            --retry x -> none
            --http1.0 -> GET http://h/ HTTP/1.0
            --http2 -> GET http://h/ HTTP/2
            --http2-prior-knowledge -> GET http://h/ HTTP/2 (Prior Knowledge)
            --no-location -> # @no-redirect / GET http://h/
            -T a/b.txt -> PUT http://h/b.txt / / < a/b.txt
            -T - -> PUT http://h/ / / < -
            -T . -> PUT http://h/ / / < -
            -G -d a=1 --url-query b=2 -> GET http://h/?b=2&a=1
            -G --no-get -d a -> POST http://h/ / Content-Type: application/x-www-form-urlencoded / / a
            -d -> none
            """#
        let wrong = TextTable.differences(table) { text in
            let options = text.split(separator: " ").map(String.init)
            do throws(CurlCommand.Unwritable) {
                let command = CurlCommand(["curl", "-L", "http://h/"] + options)
                guard command.refusals.isEmpty else { return "none" }
                return try command.written().lines.map { $0.isEmpty ? "/" : $0 }.joined(separator: " / ")
                    .replacing(" / / / ", with: " / / ")
            } catch { return error.reason }
        }
        #expect(wrong == [])
    }

    @Test func `the name of an uploaded file is added to a folder, and to a server alone`() {
        let table = #"""
            http://h -> PUT http://h/b.txt
            http://h?q=1 -> PUT http://h/b.txt?q=1
            http://h/d/?q=1 -> PUT http://h/d/b.txt?q=1
            http://h/d -> PUT http://h/d
            http://{{h}} -> PUT http://{{h}}
            """#
        let wrong = TextTable.differences(table) { url in
            do throws(CurlCommand.Unwritable) {
                return try CurlCommand(["curl", "-L", "-T", "a/b.txt", url]).written().lines.first ?? "none"
            } catch { return error.reason }
        }
        #expect(wrong == [])
    }

    @Test func `what stands directly below a command with a body does not become a part of the body`() throws {
        let table = #"""
            curl -L http://h/ -d 'a'\n# b\n -> POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\na\n\n# b\n
            curl -L http://h/ -d 'a'\n@b = c\n -> POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\na\n\n@b = c\n
            curl -L http://h/ -d 'a'\n# @tag b\n -> POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\na\n\n# @tag b\n
            curl -L http://h/ -d 'a'\n?? status == 200\n -> POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\na\n?? status == 200\n
            curl -L http://h/\n# b\n -> GET http://h/\n# b\n
            curl -L http://h/ -d 'a'\nb\n -> none
            """#
        let wrong = TextTable.differences(table) { text in
            guard let converted = HTTPDocument(bytes: Array(text.utf8)).convertingCurl(0) else { return "none" }
            return String(decoding: converted.bytes, as: UTF8.self)
        }
        #expect(wrong == [])
        let document = HTTPDocument(bytes: Array("curl \\\n  http://h/ -d 'a'\n# b\n### c\nGET http://h/\n".utf8))
        let conversion = try #require(CurlConversion(document))
        #expect(document.requests.allSatisfy { conversion.request(of: $0) != nil })
        #expect(conversion.document.requests.map { conversion.original($0.line) } == [1, 5])
    }

    @Test(arguments: [
        "-d a", "-H 'Content-Type: text/plain' -d a", "--json '{}'", "-F a=b", "-T f", "--data-binary @f", "-I",
    ])
    func `a command is read as its request whatever is below it`(options: String) throws {
        for below in ["# b", "\n# b", "// b", "@b = c", "\n@b = c", "# @tag b", "?? status == 200\n# b", "# b\n>> f"] {
            let text = "curl http://h/ \(options)\n\(below)\n### c\nGET http://h/\n"
            let document = HTTPDocument(bytes: Array(text.utf8))
            let conversion = try #require(CurlConversion(document), "\(text)")
            let request = try #require(document.requests.first)
            #expect(conversion.request(of: request) != nil, "\(text)")
            #expect(conversion.document.requests.first?.outputFile?.path == request.outputFile?.path, "\(text)")
            #expect(conversion.document.definitions.map(\.name) == document.definitions.map(\.name), "\(text)")
        }
    }

    @Test func `a command is not written out if the line below it would become a part of its headers`() throws {
        let table = #"""
            curl -L http://h/ -H 'A: b'\n -> GET http://h/\nA: b\n
            curl -L http://h/ -H 'A: b'\nC: d\n -> none
            curl -L http://h/ -H 'A: b'\n  c\n -> none
            """#
        let wrong = TextTable.differences(table) { text in
            guard let converted = HTTPDocument(bytes: Array(text.utf8)).convertingCurl(0) else { return "none" }
            return String(decoding: converted.bytes, as: UTF8.self)
        }
        #expect(wrong == [])
        let document = HTTPDocument(bytes: Array("curl -L http://h/ -H 'A: b'\n  c\n".utf8))
        let request = try #require(document.requests.first)
        let conversion = try #require(CurlConversion(document))
        #expect(conversion.request(of: request) == nil)
    }
}
