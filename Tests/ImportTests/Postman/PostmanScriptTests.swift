import TestSupport
import Testing

@testable import Import

/// Each statement of Postman's scripts, with what becomes of it.
@Suite struct PostmanScriptTests {
    private func expect(_ rows: String) {
        let found = FilledTable(rows).filled { script in
            let reading = PostmanScript("const j = pm.response.json(); \(script)")
            let read = reading.checks + reading.captures.map { "\($0.variable) = \($0.expression)" }
            return (read.isEmpty ? "nothing" : read.joined(separator: " & "))
                + (reading.isWhole == read.isEmpty ? " (!)" : "")
        }
        #expect(found == rows)
    }

    @Test func `assertions about the response as a whole`() {
        expect(
            """
            pm.response.to.have.status(201) -> status == 201
            pm.response.to.have.status('OK') -> nothing
            pm.response.to.be.ok -> status == 200
            pm.response.to.be.success -> status >= 200 & status < 300
            pm.response.to.be.json -> header content-type includes json
            pm.response.to.be.notFound -> status == 404
            pm.response.to.be.badRequest -> status == 400
            pm.response.to.be.unauthorized -> status == 401
            pm.response.to.be.forbidden -> status == 403
            pm.response.to.be.accepted -> status == 202
            pm.response.to.be.error -> nothing
            pm.response.to.have.header('X-A') -> header X-A != undefined
            pm.response.to.have.header('X-A', 'b') -> header X-A == b
            pm.response.to.have.header('bad name') -> nothing
            pm.response.to.have.jsonBody('a.b') -> body $.a.b != undefined
            pm.response.to.have.jsonBody('a', 1) -> nothing
            pm.expect(responseTime).to.be.below(9) -> duration < 9
            pm.expect(pm.response.responseTime).to.be.below(9) -> duration < 9
            pm.expect(responseCode.code).to.eql(200) -> status == 200
            pm.expect(responseBody).to.include('x') -> body includes x
            pm.expect(pm.response.text()).to.contains('x') -> body includes x
            pm.expect(pm.response.text()).to.eql('abc') -> body == abc
            pm.expect(pm.response.text()).to.eql('1') -> nothing
            pm.expect(pm.response.headers.get('X')).to.contain('a') -> header X includes a
            pm.expect(postman.getResponseHeader('X')).to.eql('v') -> header X == v
            pm.expect(pm.response.code).to.be.oneOf([200, 201]) -> status matches ^(?:200|201)$
            pm.expect(pm.response.code).to.be.a('number') -> nothing
            tests['a'] = responseCode.code === 200 -> status == 200
            tests['a'] = responseBody.has('x') -> nothing
            """)
    }

    @Test func `assertions about values of the body`() {
        expect(
            """
            pm.expect(j.a).to.equal('z') -> body $.a == z
            pm.expect(j.a).to.equals('z') -> body $.a == z
            pm.expect(j.a).to.be.oneOf(['a', 'b.c']) -> body $.a matches ^(?:a|b\\.c)$ & body $.a isString
            pm.expect(j.a).to.be.oneOf([1, 2]) -> body $.a matches ^(?:1|2)$ & body $.a isNumber
            pm.expect(j.a).to.be.oneOf([1, 'b']) -> nothing
            pm.expect(j.a).to.be.oneOf([]) -> nothing
            pm.expect(j.a).to.be.oneOf([f()]) -> nothing
            pm.expect(j.a).to.be.oneOf([1, 2,]) -> body $.a matches ^(?:1|2)$ & body $.a isNumber
            pm.expect(j.a).to.be.oneOf([1, 2,],) -> nothing
            pm.expect(j.a).to.be.oneOf([1, 2,,]) -> nothing
            pm.expect(j.a).to.be.oneOf([,]) -> nothing
            pm.expect(j.a).to.be.oneOf([1, , 2]) -> nothing
            pm.expect(j.a).to.be.oneOf([, 1]) -> nothing
            pm.expect(j.a).to.match(/^a[/]b$/) -> body $.a matches ^a[/]b$
            pm.expect(j.a).to.match(/a/i) -> nothing
            pm.expect(j.a).to.match(f) -> nothing
            pm.expect(j.a).to.eq('z') -> body $.a == z
            pm.expect(j.a).to.deep.equal('z') -> body $.a == z
            pm.expect(j.a).to.not.eql(2) -> body $.a != 2
            pm.expect(j.a).to.not.equal('z') -> body $.a != z
            pm.expect(j.a).to.be.lessThan(3) -> body $.a < 3
            pm.expect(j.a).to.be.lt(3) -> body $.a < 3
            pm.expect(j.a).to.be.above(3) -> body $.a > 3
            pm.expect(j.a).to.be.greaterThan(3) -> body $.a > 3
            pm.expect(j.a).to.be.gt(3) -> body $.a > 3
            pm.expect(j.a).to.be.at.least(3) -> body $.a >= 3
            pm.expect(j.a).to.be.gte(3) -> body $.a >= 3
            pm.expect(j.a).to.be.at.most(3) -> body $.a <= 3
            pm.expect(j.a).to.be.lte(3) -> body $.a <= 3
            pm.expect(j.a).to.include('x') -> nothing
            pm.expect(j.a).to.be.true -> body $.a == true & body $.a isBoolean
            pm.expect(j.a).to.be.a('array') -> body $.a isArray
            pm.expect(j.a).to.be.an('array') -> body $.a isArray
            pm.expect(j.a).to.be.a('string') -> body $.a isString
            pm.expect(j.a).to.be.a('number') -> body $.a isNumber
            pm.expect(j.a).to.be.a('boolean') -> body $.a isBoolean
            pm.expect(j.a).to.be.an('object') -> nothing
            pm.expect(j).to.have.property('c') -> body $.c != undefined
            pm.expect(j.a).to.have.property('b.c') -> nothing
            pm.expect(j.a['x-y'][2]).to.eql('z') -> body $.a['x-y'][2] == z
            pm.expect(j?.a).to.eql('z') -> body $.a == z
            pm.expect(j[0].a).to.eql('z') -> body $[0].a == z
            pm.expect(JSON.parse(responseBody).a).to.eql('z') -> body $.a == z
            pm.expect(JSON.parse(pm.response.text()).a).to.eql('z') -> body $.a == z
            pm.expect(pm.response.json().a).to.eql('z') -> body $.a == z
            pm.expect(j.a()).to.eql(1) -> nothing
            pm.expect(j.a).to.eql(1, 2) -> nothing
            pm.expect(j.a).to.eql(1,) -> body $.a == 1 & body $.a isNumber
            pm.expect(j.a).to.eql(,) -> nothing
            pm.expect(j.a).to.eql() -> nothing
            pm.expect(j.a).to.eql('') -> nothing
            pm.expect(j.a).to.eql(' x') -> nothing
            pm.expect(j.a).to.eql('{{x}}') -> nothing
            pm.expect(j.a).to.eql('z\\n') -> nothing
            pm.expect(j.a).to.eql('z\\u0041') -> nothing
            pm.expect(j.a).to.eql('z\\x41') -> nothing
            pm.expect('x').to.eql('x') -> nothing
            pm.expect(k.a).to.eql('x') -> nothing
            tests['a'] = j.a != 1 -> body $.a != 1
            tests['a'] = j.a !== 1 -> body $.a != 1
            tests['a'] = j.a <= 3 -> body $.a <= 3
            tests['a'] = 3 >= j.a -> nothing
            """)
    }

    @Test func `variables that are set are captures`() {
        expect(
            """
            pm.environment.set('t', j.a) -> t = body.$.a
            pm.globals.set('t', j.a) -> t = body.$.a
            pm.collectionVariables.set('t', j.a) -> t = body.$.a
            pm.variables.set('t', j.a) -> t = body.$.a
            postman.setEnvironmentVariable('t', j.a) -> t = body.$.a
            postman.setGlobalVariable('t', j.a) -> t = body.$.a
            pm.environment.set('t', j) -> t = body
            pm.environment.set('t', pm.response.text()) -> t = body
            pm.environment.set('t', pm.response.headers.get('X')) -> t = headers.X
            pm.environment.set('t', pm.response.code) -> nothing
            pm.environment.set('t', 'x') -> nothing
            pm.environment.set(name, j.a) -> nothing
            pm.environment.unset('t') -> nothing
            """)
    }

    @Test func `a line after a statement that has ended begins another one`() {
        let set = "pm.environment.set('t', pm.response.text())"
        for before in [
            "const o = {a: 1}", "let l = [1]", "const n = f()", "const a = (1)", "const s = 'b'", "let i = 1\ni++",
            "if (j.a) {\n f()\n}",
        ] {
            let script = PostmanScript("\(before)\n\(set)")
            #expect(script.captures.map(\.expression) == ["body"], "\(before)")
        }
        for before in ["const o = 1 +", "const f = typeof", "const g = a."] {
            #expect(PostmanScript("\(before)\n\(set)").captures.isEmpty, "\(before)")
        }
    }

    @Test func `what may have changed a value takes it away, and what only reads it does not`() {
        func checks(_ before: String) -> [String] {
            PostmanScript("const j = pm.response.json();\n\(before);\npm.expect(j.a).to.eql('z')").checks
        }
        for before in [
            "console.log(j)", "console.log(1, j.a)", "String(j.a)", "Number(j.a)", "parseInt(j.a)", "Boolean(j)",
            "JSON.stringify(j)", "f(j.a === 1)", "f(j.a == 1)", "f(j.a !== 1)", "f(j.a != 1)", "f(j.a < 1)",
            "f(j.a > 1)",
            "f(j.a <= 1)", "f(j.a >= 1)", "k.j = 1", "f(k.j)", "x = `${j.a}`",
        ] {
            #expect(checks(before) == ["body $.a == z"], "\(before)")
        }
        for before in [
            "f(j)", "f(1, j)", "j.a = 1", "j.a += 1", "j.a -= 1", "j['a'] = 1", "j.a++", "--j.a", "delete j.a", "x = j",
            "j.push(1)", "f(...j)", "x = [j]", "String(f, -j)", "x = `${j.a = 1}`", "x = `${f(j)}`",
        ] {
            #expect(checks(before) == [], "\(before)")
        }
    }

    @Test func `a function that is declared may change what it uses before its place`() {
        func checks(_ name: String) -> [String] {
            PostmanScript(
                "const j = pm.response.json();\nf();\npm.expect(j.a).to.eql('z');\nfunction f() { \(name).a = 1 }"
            ).checks
        }
        #expect(checks("j") == [])
        #expect(checks("k") == ["body $.a == z"])
        #expect(checks("k.j") == ["body $.a == z"])
    }

    @Test func `nothing is read below what may end the script`() {
        let known = "pm.response.to.have.status(201)"
        for before in [
            "return", "throw x", "break", "continue", "if (a) return", "if (a) { throw 1 }", "eval(x)",
            "new Function(x)",
        ] {
            #expect(PostmanScript("\(before);\n\(known)").checks == [], "\(before)")
        }
        for before in [
            "function f() { return 1 }", "f(function () { throw 1 })", "f(() => { return 1 })",
            "f(function* g() { return 1 })",
            "a.return", "f(a)",
        ] {
            #expect(PostmanScript("\(before);\n\(known)").checks == ["status == 201"], "\(before)")
        }
    }

    @Test func `the statement below a condition without braces is not read, and the next one is`() {
        for header in [
            "if (a)", "for (;;)", "while (a)", "with (a)", "do", "else", "else if (a)", "for await (const a of b)",
            "if (a) while (b)",
        ] {
            let script = PostmanScript("\(header)\npm.response.to.have.status(201)\npm.response.to.be.json")
            #expect(script.checks == ["header content-type includes json"] && !script.isWhole, "\(header)")
        }
        let call = PostmanScript("until(a)\npm.response.to.have.status(201)")
        #expect(call.checks == ["status == 201"])
    }

    @Test func `a script that gives Postman's words another meaning is not read`() {
        let known = "pm.response.to.have.status(201)"
        for name in ["pm", "postman", "responseBody", "responseCode", "responseTime", "JSON"] {
            for before in [
                "const \(name) = 1", "let \(name)", "var \(name)", "function \(name)() {}", "class \(name) {}",
                "\(name) = 1",
                "\(name).a.b = 1", "\(name)['a'] += 1", "\(name)++", "\(name).a -= 1",
            ] {
                let script = PostmanScript("\(before);\n\(known)")
                #expect(script.checks == [] && !script.isWhole, "\(before)")
            }
            let member = PostmanScript("x.\(name) = 1;\n\(known)")
            #expect(member.checks == ["status == 201"], "\(name)")
        }
        for before in ["other = 1", "const other = 1", "let other"] {
            #expect(PostmanScript("\(before);\n\(known)").checks == ["status == 201"], "\(before)")
        }
    }

    @Test func `words between that only make a sentence are passed over`() {
        for word in ["to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "of", "deep"] {
            let script = PostmanScript("pm.expect(pm.response.code).\(word).to.\(word).equal(200)")
            #expect(script.checks == ["status == 200"] && script.isWhole, "\(word)")
        }
        for word in ["own", "any", "length"] {
            #expect(PostmanScript("pm.expect(pm.response.code).\(word).equal(200)").checks.isEmpty, "\(word)")
        }
    }

    @Test func `a script without statements is empty, and says nothing`() {
        let empty = PostmanScript("// a\n/* b */")
        #expect(empty.isEmpty && empty.isWhole && empty.checks.isEmpty)
        #expect(!PostmanScript("f()").isEmpty)
        #expect(PostmanScript("const a = 1; console.log(a);").isWhole)
    }
}
