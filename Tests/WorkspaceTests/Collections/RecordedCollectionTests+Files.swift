extension RecordedCollectionTests {
    /// Each below a line `=== PATH`.
    static let files = #"""
        === http-client.env.json
        {
          // of everybody
          "$shared": {"host": "shared.test", "number": 1, "list": [1, "two", {"a": 3}], "Redact": ["pin", "$.user.iban", "a b", 5]},
          "dev": {
            "host": "dev.test", "base": "http://dev.test", "empty": "", "nothing": null, "on": true, "password": "hunter22",
            "nested": {"a": {"b": "deep"}, "secret": "{{pin}}"}, "vault": {"provider": "hashicorp"}, "other": {"provider": 1},
            "SSLConfiguration": {"verifyPeer": false, "verifyHostname": false, "x": 1},
            "Security": {"Auth": {"main": {"Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "http://id.test/token", "Client ID": "me", "Scope": "a b", "PKCE": {"Code Challenge Method": "S256"}, "Color": "red"}, "fixed": {"Type": "Static", "Token": "x"}}},
            "$default_headers": {"A": "b"}, "host": "dev2.test"
          },
          "prod": {"host": "prod.test", "variableOrder": "environment-first", "SSLConfiguration": {"verifyHostname": false}},
          "cert": {"SSLConfiguration": {"clientCertificate": {"path": "cert.pem", "format": "PEM"}, "clientCertificateKey": "key.pem", "hasCertificatePassphrase": true}},
          "$schema": "x", "$kulalaDefaultHeaders": {},
        }
        === http-client.private.env.json
        {"dev": {"pin": "1234", "token": "abcdefgh", "Security": {"Auth": {"main": {"Client Secret": "s3cr3t!!"}}}}, "staging": {}}
        === rest-client.env.json
        {"rest": {"host": "rest.test"}, "dev": {"fromRest": 1, "host": "never"}, "$shared": {"sharedRest": "x"}}
        === .vscode/settings.json
        {"editor.tabSize": 2, "rest-client.environmentVariables": {"$shared": {"code": "shared"}, "vscode": {"host": "code.test"}}, /* c */}
        === x.code-workspace
        {"folders": [], "settings": {"rest-client.environmentVariables": {"workspace": {"host": "w.test"}}}}
        === y.code-workspace
        {"folders": []}
        === .env
        DOT=plain
        API_TOKEN=abcdef123456
        PLACEHOLDER_TOKEN=<your token>
        === .env.dev
        DOT=of-dev
        === local.env
        DOT=of-local
        === .env.example
        DOT=never
        === env/dev.env
        DOT=never
        INNER="in env"
        === .git/HEAD
        ref: refs/heads/main
        === .gitignore
        *.private.env.json
        === f.txt
        file {{host}}
        === node_modules/x.http
        GET http://never/
        === .hidden/x.http
        GET http://never/
        === notes.txt
        GET http://never/
        === empty/readme.md
        nothing
        === lib.http
        @imported = from-lib
        @late = of-lib
        ### login
        # @name login
        # @no-log
        POST {{base}}/login

        {"pin": "{{pin}}"}

        > {% client.global.set("later", response.body.token); %}
        ### remote
        # @ref login
        GET {{base}}/remote
        X: {{login.response.body.$.token}}
        ### same
        GET http://h/1
        ### same
        GET http://h/2
        ### Login
        GET http://h/{{imported}}
        === a.http
        import ./lib.http
        import ./gone.http
        import ../outside.http
        import ./lib.http
        @base = http://{{host}}
        @own = one
        @own = {{own}}two
        @a.b = dotted
        # @import ./sub/b.http
        ### use
        # @ref order
        GET {{base}}/use/{{own}}
        A: {{login.response.headers.X-Id}} {{login.response.headers.x-id[1]}} {{login.response.headers['X-Id'][2]}}
        B: {{login.response.cookies.s}} {{login.response.cookies.t}} {{login.response.status}}
        C: {{login.request.body}} {{login.response.nothing}} {{login.response.headers}}
        ### order
        # @forceRef login
        # @ref nobody
        POST {{base}}/order?late={{late}}
        Authorization: Bearer {{later}}

        {"token": "{{login.response.body.$.token}}", "id": {{login.response.body.$.user.id}}, "none": {{login.response.body.$.user.none}},
         "count": {{login.response.body.$.user.tags.length}}, "own": {{login.response.body.$.length}}, "gone": "{{login.response.body.$.gone}}"}
        ### twice
        # @name twice
        GET {{base}}/{{twice.response.body.$.token}}/{{twice.x}}

        > {%
        client.global.set("set.x", twice);
        exports.exported = twice.id
        if (exports.compared == 1) { vars.set( 'spaced' , 1) }
        %}
        ### circle a
        # @name circleA
        # @ref circleB
        GET {{base}}/a
        ### circle b
        # @name circleB
        # @ref circleC
        GET {{base}}/b
        ### circle c
        # @name circleC
        # @ref circleA
        GET {{base}}/c
        ### self
        # @ref self
        GET {{base}}/self/{{self.response.status}}
        ### ambiguous
        # @ref same
        GET {{base}}/{{same.response.status}}
        ### My Title
        # @name my-request
        # @ref {{own}}
        GET {{base}}/t
        ### off
        # @disabled
        # @ref login
        GET {{base}}/off
        ### off if
        # @disabled !on
        GET {{base}}/off
        ### prompts
        # @prompt who Who are you?
        # @prompt password
        # @prompt given
        # @prompt host The host
        GET {{base}}/{{who}}/{{given}}/{{$input Where? $value: here}}/{{$pick Which? $value: a, b}}/{{$password}}/{{$input-askonce Once?}}

        {{$input Where? $value: here}}
        ### logins
        GET {{base}}/logins/{{$auth.token("main")}}/{{$auth.idToken("main")}}/{{$auth.token("fixed")}}/{{$auth.token("gone")}}
        Authorization: Basic user pass
        ### other login
        GET {{base}}/x
        Authorization: Digest user pass
        ### file
        POST {{base}}/file

        < ./f.txt
        ### template file
        POST {{base}}/file

        <@ ./f.txt

        >> ./out/answer.json
        ### no file
        POST {{base}}/file

        < ./gone.txt
        ### path
        GET /path
        ### values
        GET {{base}}/{{number}}/{{on}}/{{nothing}}/{{nested.a.b}}/{{nested}}/{{vault}}/{{other}}/{{list}}/{{code}}/{{sharedRest}}/{{a.b}}

        {{$dotenv DOT}} {{$dotenv INNER}} {{$shared host}} {{DOT}} {{password}} {{token}} {{nested.secret}} {{Security}} {{SSLConfiguration}}
        === loops.http
        import ./sub/b.http
        @items = ["a", "b c", {"id": 3, "name": "x"}, [1, 2], null]
        @none = []
        @text = no array
        ### loop
        # @loop for 3
        GET http://{{host}}/{{$index}}
        ### each
        # @loop for item of items
        GET http://{{host}}/{{item}}/{{item.id}}/{{item.name}}/{{item[1]}}
        ### nothing
        # @loop for item of none
        GET http://{{host}}/{{item}}
        ### text
        # @loop for item of text
        GET http://{{host}}/{{item}}
        ### unknown
        # @loop for item of unknownList
        GET http://{{host}}/{{item}}
        ### later
        # @loop for item of loopList
        GET http://{{host}}/{{item}}
        ### most
        # @loop for 10000
        GET http://{{host}}/
        ### too many
        # @loop for 10001
        GET http://{{host}}/
        ### uses
        # @ref loop
        GET http://{{host}}/{{loop1.response.status}}/{{loop9.response.status}}/{{loopList.response.body.$[0]}}/{{eachList}}
        === sub/http-client.env.json
        {"dev": {"host": "sub.test", "broken": 1,, "after": 2}}
        === sub/b.http
        # {{login.response.body}} in a comment
        import ../a.http
        @base = http://b.test
        ### b
        # @ref login
        POST {{base}}/{{login.response.body.$.token}}/{{loginResponse.token}}/{{ login.request.headers.X }}/{{login.user.id}}/{{%login.x}}
        X: {{logins.response.body}} {{login}} {{login.responses}} {{login[0]}}

        {"a": "{{login.response.body.*}}", "b": "{{login.response.body.asJson.user.id}}", "c": "{{login.response.body.//x}}"}
        ### runs
        # @forceRef login
        GET http://{{host}}/

        > ./script.js
        >> ./written.json
        ### body
        POST http://{{host}}/

        < ../f.txt
        === sub/deep/c.rest
        run #login
        run ../b.http
        import ~/home.http
        import {{dir}}/x.http
        ### c
        GET http://{{host}}/c
        === openapi.yaml
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: 'http://{region}.api.test/v1/', variables: {region: {default: eu, enum: [eu, us]}}}]
        paths:
          /items/{id}:
            get: {operationId: item, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok}}}
            post: {requestBody: {content: {application/json: {schema: {$ref: '#/gone'}}}}}
        === broken.graphql
        type Query { a: Missing b }
        """#
}
