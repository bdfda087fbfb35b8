/// Command lines that are read without anything being done, one a line.
enum CommandLines {
    static let all = """
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
        run a.http --seed 5
        run a.http --delay 5ms
        run a.http --delay 5
        run a.http --dry-run --json
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
        auth
        auth list
        auth forget
        auth forget x
        trust
        themes
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
        nope
        sned
        --version
        -V
        --help
        help run
        help nope
        send --help
        send http://a.test -XPUT -HA:b -da=b -mAgent -uu:p
        send http://a.test --request PUT --header A:b --user u:p --user-agent me --location --max-time 1.5 --head
        send http://a.test --data a --data-ascii b --data-raw c --data-binary d --data-urlencode e=f --get
        send http://a.test --form a=b --form c=@d
        send http://a.test -I -L -G -v -o out
        send http://a.test --include --verbose --output out
        send http://a.test --show-headers
        send a.http --variable a=b --server http://s --contract --contract-file o.yaml --contract-strict --no-kept
        send a.http --demo --trust --with-references --plan --reveal --keep-tokens --no-cookies --no-log
        send a.http --cookies c.txt --cache no-store --max-body none
        send a.http --max-body 64MiB
        send a.http -x none -k -4 --http1.0 --tlsv1.2 --interface lo
        send a.http --proxy env --insecure --ipv6 --http2-prior-knowledge --tlsv1.3 --unix-socket /s
        send a.http --connect-to a:1:b:2 --resolve a:1:127.0.0.1 --resolve *:80:127.0.0.1
        send a.http --connect-to a:1
        send a.http --pinnedpubkey sha256//x
        send a.http -4 -6
        send a.http --tlsv1.2 --tlsv1.3
        send a.http --key /dev/null
        send -d a=b a.http
        send a.http -H A:b
        run a.http -j 3 -n 4 -d rows.csv
        run a.http --iteration-count 4 --iteration-data rows.csv --delay-request 1s --timeout-request 2s
        run a.http --rate 600/m --max-in-flight 7 --duration 1m --graceful-stop 2s
        run a.http --retry 3 --retry-interval 2s --fail-fast
        run a.http --retry-interval 2s
        run a.http --graceful-stop 2s
        run a.http --jobs 2 --rate 1
        run a.http --filter a* --filter b --skip-tag x --tag y --tag z
        run a.http --shard 1/2 --balance f --as x --out y --fail-on check --fail-on timeout
        run a.http --balance f
        run a.http --fail-on chek
        run a.http --report-junit a --report-html b --report-tap c --report-json d --report-skip-body
        run a.http --tap - --json
        run a.http --report text=- --report json=-
        run a.http --report text=- --report github=-
        run a.http --report html=x --report-html x
        run - --data -
        run a.http --json --report text=x
        batch --jobs 5 --reveal --no-log
        batch -j 10001
        runs list -n 5
        runs list -n -1
        runs show last --json --exchange 5
        runs report last
        runs report last --html x --report-skip-body
        runs name last
        runs name last --as a/b
        runs merge a b --allow-partial --as x --tap y
        runs merge a b --out x.http
        runs delete a b
        runs delete --before 7d --yes
        runs delete a --before 7d
        compare a b --rules f --no-rules
        compare a b --no-rules --noise-threshold 25 --fail-on status,latency --json
        compare a b --fail-on stats
        compare a b --threshold 0
        compare a b --threshold 1000
        compare a b --report md=x --report rules=y
        compare a b --report json=- --json
        compare a b --report json=- --report text=-
        compare api --env dev
        compare api --env dev --env live -n 5 --variable a=b --tag x --skip-tag y --filter z --no-kept --demo --trust --no-log
        compare api --env dev --env live --env x
        compare api --env dev --env live --repeat 1001
        log --since 1h -n 3 -f --pending status:404 OR -host:a
        log --output x --export jsonl
        log --save x status:404
        log --saved --json
        log --forget x
        log --delete status:404
        log --nope
        log -- --nope
        log '-name:x' '-(a OR b)' '-"c d"' -x
        history list --since today --by-request --json -n 2 is:failed
        history list --nope
        history show 5 --curl
        history show 5 --body --http
        history resend 5 --var a=b --no-log -i -v -o x
        history resend 5 --var a
        history resend 5 --json -i
        history delete 1 2
        history delete
        history clear --before 7d --yes
        list --timing
        lint --json
        coverage
        coverage o.yaml
        coverage o.yaml api b.http --env dev --var a=b --server http://s --missing --json
        coverage o.yaml --run last --run x.run
        coverage o.yaml api --run last
        describe
        describe a b --difference o.yaml --json
        import x --into y --yes --json --no-log --from har
        export a.http --to openapi --json -o -
        export a.http --to curl --json
        export a.http --to curl --output - --force
        export http://a.test --to curl
        export a.http --to crul
        export a.http --to postman --trust --env dev --var a=b
        query '$.a' f --paths
        explain --list
        explain --list --json
        explain --list x
        cache list a --fresh --stale --json --reveal
        cache show http://a.test --json --reveal
        cache clear a
        auth list --json --reveal
        auth forget a b --collection c
        auth forget --all
        auth forget a --all
        trust list --json
        trust add
        trust add a
        trust remove a
        themes list --json
        themes show
        themes show nord --json
        config --images kitty --theme x --plain --no-mouse --json
        config --images x
        doctor --json --fix
        completions zsh
        open
        open api --env dev --var a=b --server http://s --cache reload --keep-tokens --no-log --images blocks --plain
        open api --cache x
        open api --var x
        graphql http://a.test -H A:b --header C:d --server http://s --save x --yes --no-log
        graphql http://a.test -H x
        demo --port 65536
        demo --port 8080 --env dev
        demo path --no-log --theme x
        generate manual x
        help
        open api --theme nord --no-mouse
        open api b
        graphql s.graphql --env dev --var a=b --images blocks --theme nord --plain --no-mouse
        graphql s.graphql --var a
        demo --images kitty --plain --no-mouse
        demo a b
        send http://a.test -A me -b a=b -b c=d -f -s -S
        send http://a.test --cookie a=b --fail --silent --show-error --ipv4
        send http://a.test -b jar.txt
        send http://a.test -Ame -ba=b -m5 -Fa=b -oout
        send a.http -E /dev/null:pw --key /dev/null --capath / --cacert /dev/null
        send a.http --cert /dev/null --unix-socket @x
        send a.http -b a=b
        send a.http -A me
        send a.http --compressed -f
        send a.http --cookies ''
        send a.http --cookies c.txt --no-cookies
        send a.http --max-body 0
        send a.http --env ''
        send a.http --server ''
        send a.http -i --show-headers -v
        send a.http --var a=b=c --variable d=
        send http://a.test -sS -fL
        send http://a.test -d a -d b --data-raw @c --data-binary @d --data-urlencode e
        send http://a.test -H 'A;' -H B:
        send http://a.test -H :x
        send http://a.test -m -1
        send http://a.test -m nan
        send -
        send -#x
        send -:3 --json
        send -- -x
        run a.http --var a=b --variable c=d --server http://s --contract --contract-strict --no-kept --cache reload
        run a.http --contract-file o.yaml --max-body 1KB --trust --with-references --plan --reveal --keep-tokens
        run a.http --cookies c.txt
        run a.http --no-cookies -x none -k -6 --http2 --tlsv1.3 --interface lo
        run a.http --proxy env --insecure --ipv4 --http1.1 --tlsv1.2 --unix-socket /s
        run a.http --resolve a:80:127.0.0.1 --connect-to a:1:b:2 --cert /dev/null --key /dev/null --capath /
        run a.http -E /dev/null:a:b --cacert /dev/null -4 --http1.0
        run a.http --http2-prior-knowledge --ipv6 --pinnedpubkey sha256//x
        run a.http --timeout 5s --html a --retry 0
        run a.http --timeout 0s
        run a.http --timeout 31d
        run a.http --retry 1001
        run a.http --retry -1
        run a.http --max-in-flight 0 --rate 1
        run a.http --jobs 10000 --repeat 1000000
        run a.http --rate 1000001
        run a.http --rate 0.001/h
        run a.http --rate 1/sec
        run a.http --rate 60/min --duration 30d --graceful-stop 0
        run a.http --rate /s
        run a.http --report text=- --report text=-
        run a.http --report github --report md
        run a.http --report junit=a --report html=a
        run a.http --tap - --html -
        run a.http --out x.rest
        run a.http --as 'a name'
        run a.http --fail-on cancelled --fail-on internal
        run a.http --shard auto
        run a.http --delay 1h --data rows.csv
        run a.http -n 0
        run a.http -j 0
        run a.http -m 5
        run -#a -:3
        run - -#a --json
        runs report last --report text=- --junit a --tap b
        runs report last --report-junit a --report-html b --report-tap c --report-json d
        runs report last --report html=x.http
        runs report --html x
        runs merge a b --report text=- --junit c --html d --report-skip-body
        runs merge a b --report-junit a --report-html b --report-tap c --report-json d
        runs merge a --as last
        runs merge a --as ''
        runs name last --as last
        runs name last --as x y
        runs export last --out x y
        runs show last --exchange -1
        runs delete --before
        compare a b --var c=d
        compare a --env dev --env live --var c=d --report text=x --json
        compare a --env dev
        compare a b c
        compare a b --threshold x
        compare a b --threshold -1
        compare a b --fail-on ''
        compare a b --fail-on status,
        compare a b --fail-on ' body , headers '
        compare a b --report md=x --report markdown=x
        compare a b --repeat 1
        compare a b --demo
        compare -#a --env dev --env live
        compare -:3 --env dev --env live -n 2
        history show 5 --json
        history show 5 --har
        history show 5 --json --har
        history show -5
        history resend 5 --include --show-headers --verbose --output x
        history resend 5 --var =b
        history delete 1 x
        history clear --yes
        log --follow --saved
        log --save x --delete
        log --forget x --export har
        log --export jsonl -n 3 -o -
        log -f --pending --json
        log -n
        log --since
        cache list a b
        cache show a b
        auth forget --collection c
        trust add a b
        themes show a b
        config --schema --keys
        config --theme ''
        explain ''
        query a b c
        import x --into ''
        export a.http --to openapi --force -o x --json
        export - --to curl
        export -#x --to curl
        export x:80 --to curl
        batch --jobs 10000
        batch -j 0
        coverage o.yaml a --server ''
        describe a --difference
        generate manual --into
        completions bash zsh
        list a b
        lint a b
        """
}
