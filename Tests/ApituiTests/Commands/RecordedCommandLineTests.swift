import ArgumentParser
import TestSupport
import Testing

@testable import apitui

/// What is said of many command lines before anything is done, as it was recorded (`Recorded`): taken, or the sentence that refuses it.
@Suite struct RecordedCommandLineTests {
    private static let lines = """
        send
        send http://a.test
        send http://a.test -X POST -d a=b -H 'A:b'
        send a.http#x --env dev --var a=b
        send a.http#x --var a
        send a.http#x --var =b
        send http://a.test --max-time 5
        send http://a.test --max-time 5s
        send http://a.test --max-time 0s
        send http://a.test --max-time x
        send http://a.test --connect-timeout 1
        send http://a.test --retry 3
        send http://a.test --retry -1
        send http://a.test --retry 1001
        send http://a.test --json -i
        send http://a.test --cache reload
        send http://a.test --cache x
        send http://a.test --max-body 5MB
        send http://a.test --max-body x
        send http://a.test --proxy http://p:1
        send http://a.test --proxy 'x y'
        send http://a.test -d a --json
        send http://a.test -d a -F b=c
        send http://a.test -F b
        send http://a.test -T f -d a
        send http://a.test -u a:b
        send http://a.test -G
        send http://a.test -G -d a=b
        send http://a.test --http2 --http1.1
        send http://a.test --unknown
        send http://a.test --compressed
        send http://a.test -L
        send http://a.test --location
        send http://a.test -k --cacert x
        send http://a.test --cookie-jar
        send http://a.test http://b.test
        send --dry-run a.http#x
        send http://a.test --resolve a:80:1.2.3.4
        send http://a.test --resolve x
        run
        run a.http
        run a.http b.http --jobs 4 --repeat 2
        run a.http --jobs 0
        run a.http --jobs x
        run a.http --repeat 1000001
        run a.http --rate 5/s --duration 10s
        run a.http --rate 5
        run a.http --rate 0/s
        run a.http --duration 10s
        run a.http --duration 10s --repeat 2
        run a.http --duration x
        run a.http --max-in-flight 5
        run a.http --report junit=x.xml --report json
        run a.http --report nope=x
        run a.http --report junit
        run a.http --report junit=
        run a.http --junit a.http
        run a.http --junit x --report junit=x
        run a.http --tag a --skip-tag b
        run a.http --tag ''
        run a.http --shard 1/2
        run a.http --shard 3/2
        run a.http --shard 0/2
        run a.http --shard x
        run a.http --data rows.csv
        run a.http --data rows.csv --repeat 2
        run a.http --as x --no-log
        run a.http --as last
        run a.http --as ''
        run a.http --out a.http
        run a.http --bail --keep-going
        run a.http --bail
        run a.http --random
        run a.http --seed 5
        run a.http --seed x
        run a.http --delay 5ms
        run a.http --delay 5
        run a.http --dry-run --json
        run a.http --quiet --verbose
        run a.http --demo
        run --demo
        run a.http#x
        run a.http --env
        runs
        runs list --json
        runs show
        runs show last
        runs export last
        runs export last --out x
        runs merge a b --out c
        runs merge a --out c
        runs merge a b
        runs merge a b --out a
        runs delete
        runs delete a --yes
        runs rename a b
        runs rename a last
        compare
        compare a
        compare a b
        compare a b --json --markdown
        compare a b --ignore '$.x'
        compare a b --ignore '$['
        compare a b --no-kept
        compare a b --report html=x
        compare a b --report html
        compare a b --threshold 5
        log
        log status:404
        log 'foo:bar'
        log -n 5
        log -n -1
        log -n x
        log --follow --export har
        log --follow
        log --pending
        log --export har -o x
        log --export x
        log -o x
        log --yes
        log --delete --yes
        log --saved --forget x
        log --json --export har
        log -status:404
        history
        history clear
        history clear --before 7d
        history clear --before x
        history show
        history show 5
        history resend 5
        history resend x
        import
        import x
        import x --into y
        import x --from postman
        import x --from nope
        export
        export a.http
        export a.http --to curl
        export a.http --to nope
        export a.http --to har -o x --force
        export a.http --force
        export a.http --to curl --reveal
        lint
        lint a.http --json
        lint a.http --strict
        lint a.http --env dev
        list
        list a.http --json
        list --tags
        query
        query '$.a'
        query '$.a' f
        query '$[' f
        query '//a' f
        query '//a[' f
        explain
        explain 404
        explain max-age=60
        explain a b
        cache
        cache list
        cache clear
        cache show
        cache show http://a.test
        cache remove
        auth
        auth list
        auth forget
        auth forget x
        trust
        trust .
        trust --list
        trust --remove
        themes
        themes x
        config
        config --keys
        config --schema
        config --json --keys
        keys
        doctor
        doctor --json
        doctor --fix
        doctor x
        completions
        completions bash
        completions nope
        generate
        generate manual
        generate manual --into x
        demo
        demo --serve
        demo --port x
        demo --port 99999
        demo --serve --port 0
        batch
        batch f
        batch --jobs 0
        batch --max-line x
        graphql
        graphql schema
        ui
        ui .
        ui --layout x
        ui --theme x --no-mouse
        nope
        sned
        --version
        -V
        --help
        help run
        help nope
        send --help
        """

    @Test func `each command line is taken or refused as it was recorded`() throws {
        let parts = Self.lines.split(separator: "\n").map { line -> (name: String, text: String) in
            do {
                let command = try Apitui.parseAsRoot(LogFilterFlags.arguments(commandLineWords(line)))
                return (String(line), "\(type(of: command))")
            } catch {
                let isClean = Apitui.exitCode(for: error) == .success
                // Help has pages of its own, which other tests read.
                return (String(line), isClean ? "help or version" : Apitui.message(for: error))
            }
        }
        try Recorded.expect(parts, in: "command-lines")
    }
}
