import NetEngine
import Testing

@testable import apitui

/// Plays a person at the keyboard: keys go in, effects and the screen come out. Nothing outside the model is touched.
final class Robot {
    var model: Model
    /// Everything that `update` asked for and the test did not take yet, without wakes.
    var effects: [Effect] = []
    private(set) var clock = MonotonicTime(nanoseconds: 1_000_000_000)
    private var lastExchange: UInt64 = 0

    /// A program on a collection that was just read.
    init(_ columns: Int = 120, _ rows: Int = 40, files: [(String, String)] = Robot.shop, environment: String? = "dev") {
        model = Model(size: Size(columns: columns, rows: rows), path: "/c", environmentName: environment)
        tell(.collectionLoaded(.success(Robot.folder(files))))
        tell(.environmentsLoaded(folder: "/c", Robot.environments))
        tell(.networkChanged(.online))
        effects = []
    }

    /// Another robot that stands where this one does.
    func copy() -> Robot {
        let copy = Robot(files: [])
        copy.model = model
        copy.effects = effects
        copy.clock = clock
        copy.lastExchange = lastExchange
        return copy
    }

    /// A program before its files were read.
    static func reading(_ columns: Int = 80, _ rows: Int = 24) -> Robot {
        let robot = Robot(columns, rows)
        robot.model = Model(size: Size(columns: columns, rows: rows), path: "/c")
        return robot
    }

    func tell(_ action: Action) {
        for effect in update(&model, action) {
            if case .wake = effect { continue }
            effects.append(effect)
        }
    }

    func press(_ keys: Key...) {
        for key in keys {
            wait(.milliseconds(50))
            tell(.input(.key(key), at: clock))
        }
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    func click(_ x: Int, _ y: Int, _ kind: MouseEvent.Kind = .press) {
        tell(.input(.mouse(MouseEvent(kind: kind, at: Point(x: x, y: y))), at: clock))
    }

    func wait(_ duration: Duration) { clock = clock + duration }

    func tick() { tell(.tick(at: clock)) }

    /// The effects since the last call, and forgets them.
    func take() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// The same as words, which can be compared.
    func takeNames() -> [String] { take().map(Robot.name) }

    // MARK: Playing the runner

    /// Answers every `resolve` that was asked for; other effects stay. Returns the ids of the sends that follow.
    @discardableResult
    func resolveAll(
        _ outcome: (ResolveJob) -> RequestResolver.Outcome = { job in
            .draft(RequestDraft(method: job.request.method, url: "http://h\(job.request.target)"), uses: [])
        }
    ) -> [ExchangeID] {
        var sent: [ExchangeID] = []
        while let place = effects.firstIndex(where: { if case .resolve = $0 { true } else { false } }) {
            guard case .resolve(let job) = effects.remove(at: place) else { break }
            lastExchange += 1
            let id = ExchangeID(rawValue: lastExchange)
            tell(.resolved(job, outcome(job), id: id, at: clock))
            sent += take(where: { if case .send(_, id) = $0 { true } else { false } }).isEmpty ? [] : [id]
        }
        return sent
    }

    func take(where isWanted: (Effect) -> Bool) -> [Effect] {
        let wanted = effects.filter(isWanted)
        effects.removeAll(where: isWanted)
        return wanted
    }

    /// Presses send, answers the resolve, and gives the id of the exchange that is now in flight.
    func send() -> ExchangeID? {
        press("s")
        return resolveAll().last
    }

    func event(_ id: ExchangeID, _ step: EngineEvent.Step, after elapsed: Duration = .milliseconds(1)) {
        tell(
            .engine(
                EngineEvent(
                    id: id, at: Timestamp(microsecondsSince1970: 1_795_255_200_000_000), elapsed: elapsed, step: step)))
    }

    // MARK: What is seen

    var screen: String { RootView.draw(model).dump() }

    /// A row of the screen.
    func row(_ number: Int) -> String {
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.indices.contains(number) ? String(rows[number]) : ""
    }

    var footer: String { row(model.size.rows - 1) }

    static func name(_ effect: Effect) -> String {
        switch effect {
        case .send(let draft, let id): "send \(draft.method) \(draft.url) as \(id)"
        case .cancel(let id): "cancel \(id)"
        case .cancelAll: "cancelAll"
        case .resolve(let job): "resolve to \(job.purpose)"
        case .save(let job): "save \(job.path)\(job.isForced ? " forced" : "")"
        case .loadCollection: "loadCollection"
        case .readFiles(let job): "readFiles \(job.files.map(\.path).joined(separator: " "))"
        case .loadEnvironments(let folder, _): "loadEnvironments \(folder)"
        case .prepareBody: "prepareBody"
        case .check(let checks, _): "check \(checks.count)"
        case .stopChecks(let id): "stopChecks \(id)"
        case .editExternally(let job): "edit \(job.part) .\(job.fileExtension)"
        case .suspend: "suspend"
        case .redraw: "redraw"
        case .wake: "wake"
        case .work(let work): "work \(work.path)"
        case .findRecovery(let root): "findRecovery \(root)"
        case .removeRecovery(let places): "removeRecovery \(places.joined(separator: " "))"
        case .trust(let root, _, _): "trust \(root)"
        case .saveVariable(let edit): "saveVariable \(edit.path.joined(separator: ".")) = \(edit.value)"
        case .moveSecret(let move): "moveSecret \(move.edit.path.joined(separator: ".")) to \(move.edit.file)"
        case .addIgnoreEntry(let entry): "addIgnoreEntry \(entry.line) to \(entry.ignoreFile)"
        case .writeAnswer(let job, _): "writeAnswer of \(job.request.id)"
        case .readCache: "readCache"
        case .removeCached(let stored): "removeCached \(stored.map(\.id.rawValue))"
        case .clearCache: "clearCache"
        case .readCookies(let scope): "readCookies \(scope.environment ?? "")"
        case .removeCookie(let cookie, _): "removeCookie \(cookie.name)"
        case .clearCookies(let scope): "clearCookies \(scope.environment ?? "")"
        case .stopSignIns: "stopSignIns"
        case .pasteSignIn(let address): "pasteSignIn \(address)"
        case .openBrowser(let url): "openBrowser \(url)"
        case .readTokens: "readTokens"
        case .forgetTokens(let tokens): "forgetTokens \(tokens.map(\.login).joined(separator: " "))"
        case .copy(let text): "copy \(text.string)"
        case .quit: "quit"
        }
    }
}

// MARK: The sample

extension Robot {
    static let shop: [(String, String)] = [
        (
            "orders.http",
            """
            @sku = A-1

            ### list orders
            GET {{base}}/orders?page=1&size=20
            Accept: application/json
            # X-Debug: 1

            ### create order
            # @name create
            POST {{base}}/orders
            Content-Type: application/json

            {
              "sku": "{{sku}}",
              "count": 2
            }

            ### remove
            DELETE {{base}}/orders/7

            """
        ),
        (
            "users.http",
            """
            ### me
            GET {{base}}/me
            Authorization: Bearer {{token}}

            """
        ),
    ]

    static let environments = EnvironmentSet(
        names: ["dev", "live"],
        variables: [
            "dev": ["base": variable("http://127.0.0.1:8080")], "live": ["base": variable("https://shop.example")],
        ])

    private static func variable(_ value: String) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(value: value, reason: nil, file: "/c/http-client.env.json", isPrivate: false)
    }

    static func file(_ name: String, _ text: String) -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
    }

    /// Names with slashes make folders, one level deep.
    static func folder(_ files: [(String, String)]) -> CollectionFolder {
        var nodes: [CollectionNode] = []
        var folders: [String] = []
        for (name, _) in files {
            if let slash = name.firstIndex(of: "/"), !folders.contains(String(name[..<slash])) {
                folders.append(String(name[..<slash]))
            }
        }
        for folder in folders {
            let inside = files.filter { $0.0.hasPrefix(folder + "/") }.map { CollectionNode.file(file($0.0, $0.1)) }
            nodes.append(.folder(name: folder, nodes: inside))
        }
        nodes += files.filter { !$0.0.contains("/") }.map { .file(file($0.0, $0.1)) }
        return CollectionFolder(root: "/c", name: "shop", nodes: nodes)
    }
}

/// Compares a screen with the text that it must show; the failure shows both and the first row that differs.
func expectScreen(
    _ robot: Robot, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let got = robot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    var wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    while wanted.count < got.count { wanted.append("") }
    guard got != wanted else { return }
    let first =
        zip(got, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(got.count, wanted.count)
    Issue.record(
        """
        The screen differs from row \(first) on.
        --- expected
        \(wanted.joined(separator: "\n"))
        --- got
        \(got.joined(separator: "\n"))
        """, sourceLocation: sourceLocation)
}
