import TestSupport
import Testing

@testable import Import

/// The words of scripts, and the calls in them that request files have, too.
@Suite struct ScriptPartsTests {
    /// `'text'`, `#number`, `~` for what is not read; names and signs as they are.
    private static func words(_ text: String) -> String {
        ScriptTokens(text).tokens.map { token in
            switch token {
            case .name(let name): name
            case .string(let text): "'\(text)'"
            case .number(let number): "#\(number)"
            case .sign(let sign): sign
            case .other: "~"
            }
        }.joined(separator: " ")
    }

    @Test func `a script is taken apart into names, texts, numbers and signs`() {
        let table = #"""
            a===b -> a === b
            a!==b -> a !== b
            ...a -> ... a
            a=>b -> a => b
            a==b!=c -> a == b != c
            a>=b<=c -> a >= b <= c
            a&&b||c -> a && b || c
            a?.b -> a ?. b
            a?b:c -> a ? b : c
            a++ + ++b -> a ++ + ++ b
            a-- - b -> a -- - b
            a+=b -> a += b
            a-=b -> a - = b
            a.b(1.5) -> a . b ( #1.5 )
            1a -> #1 a
            $a_1é -> $a_1é
            ünder.x -> ünder . x
            "a\\"b" -> 'a"b'
            'it\\'s \\q' -> 'it's q'
            "a\\tb\\nc" -> 'a\tb\nc'
            "a\\u0041" -> ~
            "a\\x41" x -> ~ x
            "a\\0" -> ~
            "a\\9" -> ~
            "a\\r" -> ~
            "a\\b" -> ~
            "a\\f" -> ~
            "a\\v" -> ~
            "a\nb" c -> ~ c
            "open -> 'open'
            `a\nb` -> 'a\nb'
            `a${b}` c -> ~ c
            `a$b` -> ~
            a // c\nb -> a b
            a /* c\n */ b -> a b
            a /* open -> a
            a /**/ b -> a b
            a /*/ b */ c -> a c
            /x[/]y/gi.test(a) -> ~ . test ( a )
            = /a\\/b/ -> = ~
            = /a\n/ -> = / a /
            = /[a\n/ -> = / [ a /
            a / b / c -> a / b / c
            ) / b / c -> ) / b / c
            ] / b / c -> ] / b / c
            } / b / c -> } / b / c
            1 / b / c -> #1 / b / c
            "a" / b / c -> 'a' / b / c
            return /b/ -> return ~
            typeof /b/ -> typeof ~
            case /b/ -> case ~
            x in /b/ -> x in ~
            ( /b/ -> ( ~
            """#
        #expect(TextTable.differences(table) { Self.words($0) } == [])
    }

    @Test func `regular expressions and templates are kept, with where lines begin and brackets end`() {
        let tokens = ScriptTokens("x(/a/, /b/i, /[/]/)\n`c${d}`\r`e`")
        #expect(tokens.patterns == [2: "a", 6: "[/]"] && tokens.templates == [8: "`c${d}`"])
        #expect(tokens.beginsLine == [true, false, false, false, false, false, false, false, true, true])
        #expect(tokens.closers == [0, 7, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(ScriptTokens("(a[b)c").closers == [6, 1, 4, 3, 4, 5], "what is never closed goes to the end")
        #expect(ScriptTokens(")(}{").closers == [0, 2, 2, 4])
    }

    @Test func `a regular expression has two thousand bytes at most`() {
        for (count, isPattern) in [(1_998, true), (1_999, false)] {
            let tokens = ScriptTokens("/\(String(repeating: "x", count: count))/").tokens
            #expect(tokens.count == (isPattern ? 1 : 3) && (tokens.first == .other) == isPattern)
        }
    }

    @Test func `the names that calls set are known, whatever has the call`() {
        let script = """
            pm.environment.set("a", 1); x.setVar('b', 2); setEnvVar(`c`, 3); setGlobalEnvVar("d"); setEnvironmentVariable("e", 1)
            setGlobalVariable("f", 1); set(g, 1); get("h"); set; unset("i", 1); set("j
            """
        #expect(ScriptTokens(script).setNames == ["a", "b", "c", "d", "e", "f", "j"])
    }

    // MARK: Calls

    private static func written(_ kind: ImportKind, _ script: String) -> String? {
        let names = VariableScopes(ImportedCollection(kind: kind, name: "c"))
        return ScriptCalls(kind).flatMap { ScriptAboveRequest(script, $0, names)?.lines.joined(separator: "\n") }
    }

    @Test(arguments: [
        (
            ImportKind.postman,
            #"""
            pm.variables.set('a', 1) -> request.variables.set('a', 1)
            pm.environment.set('a', 1) -> client.global.set('a', 1)
            pm.globals.set('a', 1) -> client.global.set('a', 1)
            pm.collectionVariables.set('a', 1) -> client.global.set('a', 1)
            postman.setEnvironmentVariable('a', 1) -> client.global.set('a', 1)
            postman.setGlobalVariable('a', 1) -> client.global.set('a', 1)
            pm.variables.set('b', pm.variables.get('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', pm.environment.get('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', pm.globals.get('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', pm.collectionVariables.get('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', postman.getEnvironmentVariable('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', postman.getGlobalVariable('a')) -> request.variables.set('b', request.variables.get('a'))
            pm.variables.set('b', pm.variables.replaceIn('{{$guid}}')) -> request.variables.set('b', $guid)
            pm.variables.set('b', pm.variables.replaceIn('{{$randomUUID}}')) -> request.variables.set('b', $guid)
            pm.variables.set('b', pm.variables.replaceIn('{{$timestamp}}')) -> request.variables.set('b', $timestamp)
            pm.variables.set('b', pm.variables.replaceIn('{{$isoTimestamp}}')) -> request.variables.set('b', $isoTimestamp)
            pm.variables.set('b', pm.variables.replaceIn('{{$randomInt}}')) -> request.variables.set('b', $randomInt)
            pm.variables.set('b', pm.variables.replaceIn('{{$randomColor}}')) -> nil
            pm.variables.set('b', pm.variables.replaceIn('{{a}}')) -> nil
            pm.variables.set('b c', 1) -> nil
            pm.environment.unset('a') -> nil
            pm.environment.set(a, 1) -> nil
            pm.environment.set('a', pm.environment.get(b)) -> nil
            pm.environment.name -> nil
            postman.setNextRequest('a') -> nil
            console.log(pm) -> nil
            client.global.set('a', 1) -> nil
            request.variables.set('a', 1) -> nil
            bru.setVar('a', 1) -> nil
            console.log($guid) -> nil
            """#
        ),
        (
            ImportKind.bruno,
            #"""
            bru.setVar('a', 1) -> client.global.set('a', 1)
            bru.setEnvVar('a', 1) -> client.global.set('a', 1)
            bru.setGlobalEnvVar('a', 1) -> client.global.set('a', 1)
            bru.setVar('b', bru.getVar('a')) -> client.global.set('b', request.variables.get('a'))
            bru.setVar('b', bru.getEnvVar('a')) -> client.global.set('b', request.variables.get('a'))
            bru.setVar('b', bru.getCollectionVar('a')) -> client.global.set('b', request.variables.get('a'))
            bru.setVar('b', bru.getGlobalEnvVar('a')) -> client.global.set('b', request.variables.get('a'))
            bru.setVar('b', bru.getProcessEnv('a')) -> nil
            bru.setCollectionVar('a', 1) -> nil
            req.setUrl('a') -> nil
            bru.setVar('a', res.status) -> nil
            """#
        ),
        (
            ImportKind.insomnia,
            #"""
            insomnia.variables.set('a', 1) -> request.variables.set('a', 1)
            insomnia.environment.set('a', 1) -> client.global.set('a', 1)
            insomnia.baseEnvironment.set('a', 1) -> client.global.set('a', 1)
            insomnia.collectionVariables.set('a', 1) -> client.global.set('a', 1)
            insomnia.globals.set('a', 1) -> client.global.set('a', 1)
            insomnia.globals.set('b', insomnia.globals.get('a')) -> nil
            insomnia.globals.set('b', parseInt(insomnia.globals.get('a'))) -> client.global.set('b', parseInt(request.variables.get('a')))
            insomnia.globals.set('b', parseInt(insomnia.variables.get('a'), 10)) -> client.global.set('b', parseInt(request.variables.get('a'), 10))
            insomnia.globals.set('b', parseFloat(insomnia.environment.get('a'))) -> client.global.set('b', parseFloat(request.variables.get('a')))
            insomnia.globals.set('b', parseInt(insomnia.baseEnvironment.get('a'))) -> client.global.set('b', parseInt(request.variables.get('a')))
            insomnia.globals.set('b', parseInt(insomnia.collectionVariables.get('a'))) -> client.global.set('b', parseInt(request.variables.get('a')))
            insomnia.globals.set('b', parseInt(insomnia.globals.get('a') + 1)) -> nil
            insomnia.globals.set('b', String(insomnia.globals.get('a'))) -> nil
            insomnia.globals.set('b', insomnia.variables.replaceIn('{{$timestamp}}')) -> client.global.set('b', $timestamp)
            pm.environment.set('a', 1) -> nil
            """#
        ),
        (ImportKind.hurl, "pm.variables.set('a', 1) -> nil"), (ImportKind.har, "bru.setVar('a', 1) -> nil"),
    ])
    func `a script with the calls of its tool alone is one of a request file`(kind: ImportKind, rows: String) {
        #expect(FilledTable(rows).filled { Self.written(kind, $0) } == rows)
    }

    // MARK: Where variables are

    private static var scopes: VariableScopes {
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.variables = [ImportedVariable(name: "request", value: "1")]
        request.unset = [ImportedVariable(name: "unset", value: "")]
        request.captures = [ImportedCapture(variable: "captured", expression: "body")]
        request.scripts = [ImportedScript(.afterResponse, "pm.environment.set('byRequest', 1)")]
        var folder = ImportedFolder(name: "F", items: [.request(request)])
        folder.shared.variables = [ImportedVariable(name: "folder", value: "1")]
        folder.shared.captures = [ImportedCapture(variable: "capturedByAll", expression: "body")]
        folder.shared.scripts = [ImportedScript(.beforeRequest, "pm.environment.set('byFolder', 1)")]
        var collection = ImportedCollection(kind: .postman, name: "c", items: [.folder(folder)])
        collection.shared.variables = [
            ImportedVariable(name: "collection", value: "1"), ImportedVariable(name: "composed", value: "{{x}}"),
        ]
        collection.shared.scripts = [ImportedScript(.beforeRequest, "pm.environment.set('byCollection', 1)")]
        collection.environments = [
            ImportedEnvironment(name: nil, variables: [ImportedVariable(name: "shared", value: "1")]),
            ImportedEnvironment(
                name: "dev",
                variables: [
                    ImportedVariable(name: "environment", value: "1"), ImportedVariable(name: "made", value: "{{x}}"),
                ]),
        ]
        return VariableScopes(collection)
    }

    private static let names = [
        "shared", "environment", "made", "collection", "composed", "folder", "request", "unset", "new", "odd name",
    ]

    @Test(arguments: [
        (ScriptCalls.Scope.local, ["shared", "environment", "made", "collection", "composed", "new"]),
        (.runtime, ["shared", "environment", "made", "collection", "composed", "new"]),
        (.environment, ["shared", "environment", "made", "collection", "composed", "new"]),
        (.collection, ["shared", "collection", "composed", "new"]), (.global, ["shared", "new"]),
    ])
    func `a script sets what no other value goes before`(scope: ScriptCalls.Scope, canBeSet: [String]) {
        #expect(Self.names.filter { Self.scopes.canSet($0, in: scope) } == canBeSet)
    }

    @Test(arguments: [
        (ScriptCalls.Scope.local, ["shared", "environment", "collection", "new"]), (.runtime, ["new"]),
        (.environment, ["environment", "new"]), (.collection, ["collection", "new"]), (.global, ["shared", "new"]),
    ])
    func `a script reads what a request would have`(scope: ScriptCalls.Scope, canBeRead: [String]) {
        #expect(Self.names.filter { Self.scopes.canRead($0, in: scope) } == canBeRead)
    }

    @Test func `what responses and scripts set anywhere is known`() {
        let names = ["captured", "capturedByAll", "byRequest", "byFolder", "byCollection", "shared", "request"]
        #expect(names.filter(Self.scopes.isSetByScripts) == Array(names.prefix(5)))
    }
}
