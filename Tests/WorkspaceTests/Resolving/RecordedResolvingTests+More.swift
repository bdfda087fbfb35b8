extension RecordedResolvingTests {
    static let moreRequests = #"""
        @base = http://a.test
        @empty =
        @spaces =  a b
        @homeName = HOME
        ### http1.0
        GET {{base}}/v HTTP/1.0
        ### http3
        GET {{base}}/v HTTP/3
        ### prior knowledge
        GET {{base}}/v HTTP/2 (prior knowledge)
        ### version 9
        GET {{base}}/v HTTP/9
        ### braces
        POST {{base}}/{{ spaces }}/{{%spaces}}/{{}}/}}/{{{{empty}}}}/\{\{kept\}\}/{{

        {"a": {{number}}, "b": {"c": {{number}}}, "d": "\{\{x\}\}", "e": "{{ {{number}} }}"}
        ### shared
        GET {{base}}/{{$shared envOnly}}/{{$shared nope}}
        ### header lines
        GET {{base}}/h
        A: one
          two {{number}}
        Cookie: a=1
        cookie: b={{secret}}
        Empty:
        X: {{empty}}
        Host: other.test
        ### header name
        GET {{base}}/h
        {{spaces}}: x
        ### no header
        GET {{base}}/h
        this is no header
        ### basic forms
        GET {{base}}/l
        Authorization: Basic {{basicUser}}:{{secret}}
        Authorization: basic a:b c
        Authorization: BASIC  a  b c
        Authorization: Basic YTpi
        ### digest without password
        GET {{base}}/l
        Authorization: Digest {{basicUser}} {{empty}}
        ### a login of another tool
        GET {{base}}/l
        Authorization: openid code
        ### encodings
        POST {{base}}/e
        Content-Type: text/plain

        <@latin1 ./latin.txt
        <@utf16le ./wide.txt
        <@ ./f.txt
        ### unknown encoding
        POST {{base}}/e

        <@klingon ./f.txt
        ### a folder
        POST {{base}}/e

        < ./folder
        ### a folder in a text
        POST {{base}}/e

        before
        < ./folder
        ### two files
        POST {{base}}/e

        < ./f.txt
        < ./f.txt
        ### a variable in a path
        POST {{base}}/e

        < ./{{fileName}}.txt
        ### comments
        POST {{base}}/c
        Content-Type: application/json

        # a comment
        {"a": 1}
        ### comments kept
        # @keep-body-comments
        POST {{base}}/c
        Content-Type: application/json

        // a comment
        {"a": 1}
        ### comments left out
        # @keep-body-comments false
        POST {{base}}/c
        Content-Type: application/json

        # a comment
        {"a": 1}
        ### JSON lines
        POST {{base}}/n
        Content-Type: application/x-ndjson

        {"a": 1}
        {"b": {{number}}}
        ### form lines
        POST {{base}}/f
        Content-Type: application/x-www-form-urlencoded

          a = b c
          & d = e &
          &f
        < ./f.txt
        ### form on one line
        POST {{base}}/f
        Content-Type: application/x-www-form-urlencoded

         a = b c & d = {{quote}}
        ### multipart without a boundary
        POST {{base}}/m
        Content-Type: multipart/form-data

        --Y
        Content-Disposition: form-data; name="{{quote}}"

        x
        --Y--
        ### multipart with a broken name
        POST {{base}}/m
        Content-Type: multipart/form-data; boundary=X

        --X
        Content-Disposition: form-data; name="{{crlf}}"

        x
        --X--
        ### multipart with its boundary in a value
        POST {{base}}/m
        Content-Type: multipart/form-data; boundary=X

        --X
        Content-Disposition: form-data; name="a"

        {{forged}}
        --X--
        ### multipart with variables
        POST {{base}}/m
        Content-Type: multipart/mixed; boundary="{{fileName}}"

        --{{fileName}}
        A: {{number}}

        <@ ./f.txt
        --{{fileName}}--
        ### GraphQL without a query
        GRAPHQL {{base}}/g

        ### GraphQL, broken
        GRAPHQL {{base}}/g

        query { a(
        ### GraphQL, broken variables
        GRAPHQL {{base}}/g
        X-REQUEST-TYPE: GraphQL

        { a }

        {"a":
        ### GraphQL by a header
        POST {{base}}/g
        X-REQUEST-TYPE: GraphQL
        Content-Type: application/graphql+json

        query A { a }
        query B { b }
        ### GraphQL of a file
        GRAPHQL {{base}}/g

        gql query < ./q.graphql

        {"n": {{number}}}
        ### options of a server
        OPTIONS *
        Host: b.test
        ### get of a server
        GET *
        Host: b.test
        ### secure host
        GET /x
        Host: b.test:8443
        ### host with a slash
        GET /x
        Host: b.test/
        ### host of a variable
        GET /x
        Host: {{empty}}
        ### upper case
        GET HTTP://A.TEST:80/X
        ### no scheme
        GET a.test:443/x
        ### no host at all
        GET http:///x
        ### query only
        GET ?a=1
        ### control
        GET {{base}}/{{crlf}}
        ### user info
        GET http://u:p@a.test/x
        ### address
        GET http://[::1]:80/x
        ### encoded already
        GET {{base}}/a%20b?c=%zz&d=[1]&e="x"
        ### not encoded
        # @no-auto-encoding
        GET {{base}}/a%20b?c=%zz&d=[1]
        ### curl form
        curl {{base}}/c -F 'a={{spaces}}' -F 'f=@f.txt' -u user:{{secret}} --compressed -L
        ### curl, unknown
        curl {{base}}/c --libcurl x
        ### curl data file
        curl {{base}}/c --data-binary @f.txt -X PATCH -H 'Content-Type: text/plain'
        ### other file
        # @connection-timeout 0
        # @timeout 1 ms
        # @retry 0
        # @redirects 3
        GET {{base}}/o
        ### response file
        GET {{base}}/o

        >> ./{{fileName}}.json
        ### the same name twice
        GET {{base}}/{{nope}}/{{nope}}/{{nobody.response.body.$.id}}/{{nobody.response.body.$.id}}/{{$nope}}/{{$nope}}
        X: {{$auth.token("none")}} {{$auth.token("none")}}
        ### a name of a name
        GET {{base}}/{{$processEnv %homeName}}/{{$processEnv %nope}}/{{$processEnv %spaces}}
        ### a shared value that needs another
        GET {{base}}/{{$shared needsMore}}/{{$shared empty}}
        ### a login that needs a value
        GET {{base}}/l
        Authorization: Bearer {{$auth.token("incomplete")}}
        ### a login
        GET {{base}}/l
        Authorization: Bearer {{$auth.token("shop")}}
        X: {{$auth.idToken("shop")}}
        ### a login with a question
        # @prompt who
        GET {{base}}/{{who}}/{{nope}}
        Authorization: Bearer {{$auth.token("shop")}}
        ### a script above asks for the time
        < {% request.variables.set("t", new Date().toISOString() + "_" + Date.now() + "_" + new Date().getTime()) %}
        GET {{base}}/{{t}}/{{t}}
        ### curl with a question
        curl {{base}}/c -H 'A: {{$input Who?}}' -u '{{basicUser}}:{{$password Pass?}}'
        ### curl with a login
        curl {{base}}/c -H 'Authorization: Basic a b' -H 'A: {{nope}}'
        ### prompts twice
        # @prompt user
        GET {{base}}/{{user}}/{{$input Who? $value: me}}/{{$input Who? $value: me}}/{{$password}}/{{$pick Which? $value: a , b}}/{{$prompt-askonce}}
        """#
}
