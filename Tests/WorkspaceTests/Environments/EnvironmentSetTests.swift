import Testing

@testable import HTTPFormat
@testable import Workspace

/// Which of several values counts, and what is said of files.
@Suite struct EnvironmentSetTests {
    private static func value(_ text: String?) -> EnvironmentSet.Variable {
        .init(value: text, reason: nil, file: "/c/http-client.env.json", isPrivate: false)
    }

    private static func certificate(_ name: String, _ environment: String) -> EnvironmentSet.CertificateFiles {
        .init(certificate: name, environment: environment, file: "/c/http-client.private.env.json", line: 3)
    }

    private var set: EnvironmentSet {
        EnvironmentSet(
            names: ["dev", "prod"],
            variables: [
                "$shared": [
                    "host": Self.value("s"), "only": Self.value("o"), "$variables": Self.value("environment-first"),
                ],
                "dev": ["host": Self.value("d"), "mine": Self.value("m"), "$variables": Self.value("file-first")],
                "prod": ["p": Self.value("p"), "$variables": Self.value("sometimes")],
            ],
            dotEnv: [
                "": ["A": Self.value("plain"), "B": Self.value("plain")], "dev": ["A": Self.value("dev")],
                "prod": ["C": Self.value("prod")],
            ],
            serverTrust: [
                "$shared": .init(checksCertificate: false, clientCertificate: Self.certificate("s.pem", "$shared")),
                "dev": .init(checksCertificate: true, clientCertificate: nil),
                "prod": .init(checksCertificate: false, clientCertificate: Self.certificate("p.pem", "prod")),
            ])
    }

    @Test func `an environment's own value counts before the shared one`() {
        let cases: [(name: String, environment: String?, value: String?, isShared: Bool?)] = [
            ("host", "dev", "d", false), ("host", nil, "s", true), ("host", "prod", "s", true),
            ("host", "other", "s", true), ("only", "dev", "o", true), ("mine", "dev", "m", false),
            ("mine", "prod", nil, nil), ("mine", nil, nil, nil), ("none", "dev", nil, nil),
            ("host", "$shared", "s", false),
        ]
        for (name, environment, value, isShared) in cases {
            let found = set.variable(name, in: environment)
            #expect(found?.variable.value == value, "\(name) in \(environment ?? "none")")
            #expect(found?.isShared == isShared, "\(name) in \(environment ?? "none")")
        }
    }

    @Test func `the environment's own dot file counts before the plain one`() {
        let cases: [(name: String, environment: String?, value: String?)] = [
            ("A", "dev", "dev"), ("A", "prod", "plain"), ("A", nil, "plain"), ("A", "", "plain"), ("B", "dev", "plain"),
            ("C", "prod", "prod"), ("C", "dev", nil), ("C", nil, nil), ("A", "other", "plain"),
        ]
        for (name, environment, value) in cases {
            #expect(set.dotEnvVariable(name, in: environment)?.value == value, "\(name) in \(environment ?? "none")")
        }
    }

    @Test func `names are known where they have a value, without an environment in any`() {
        let shared: Set<String> = ["host", "only", "$variables", "A", "B"]
        #expect(Set(set.knownNames(in: "dev")) == shared.union(["mine"]))
        #expect(Set(set.knownNames(in: "prod")) == shared.union(["p", "C"]))
        #expect(Set(set.knownNames(in: "other")) == shared)
        #expect(Set(set.knownNames(in: nil)) == shared.union(["mine", "p", "C"]))
        #expect(EnvironmentSet().knownNames(in: nil) == [])
    }

    @Test func `an environment chooses which value counts, if it names an order`() {
        let document = HTTPDocument(bytes: Array("GET http://localhost/\n".utf8))
        #expect(set.order(of: document, in: nil) == .environmentFirst)
        #expect(set.order(of: document, in: "dev") == .fileFirst)
        #expect(set.order(of: document, in: "prod") == .fileFirst, "another word is no order")
        #expect(set.order(of: document, in: "other") == .environmentFirst)
        #expect(EnvironmentSet().order(of: document, in: nil) == .fileFirst)
    }

    @Test func `certificates are checked as the environment says, else as all share`() {
        let skips = [nil, "dev", "prod", "other"].map { set.skipsCertificateCheck(in: $0) }
        #expect(skips == [true, false, true, true])
        #expect(!EnvironmentSet().skipsCertificateCheck(in: nil) && !EnvironmentSet().skipsCertificateCheck(in: "dev"))
        var own = EnvironmentSet()
        own.serverTrust = ["dev": .init(checksCertificate: false, clientCertificate: nil)]
        #expect([nil, "dev", "prod"].map { own.skipsCertificateCheck(in: $0) } == [false, true, false])
        let certificates = [nil, "dev", "prod", "other"].map { set.clientCertificate(in: $0)?.certificate }
        #expect(certificates == ["s.pem", "s.pem", "p.pem", "s.pem"])
        #expect(own.clientCertificate(in: "dev") == nil)
    }

    @Test func `what logs hide is what all share and what the environment adds`() {
        var set = EnvironmentSet()
        #expect(set.hidden(in: nil).isEmpty && set.hidden(in: "dev").isEmpty)
        set.hidden = ["$shared": HiddenParts.reading("a $.b").parts, "dev": HiddenParts.reading("c a $.d").parts]
        #expect(set.hidden(in: nil).names == ["a"] && set.hidden(in: nil).paths == ["$.b"])
        #expect(set.hidden(in: "prod") == set.hidden(in: nil))
        #expect(set.hidden(in: "dev").names == ["a", "c"] && set.hidden(in: "dev").paths == ["$.b", "$.d"])
        set.hidden["$shared"] = nil
        #expect(set.hidden(in: "dev").names == ["c", "a"] && set.hidden(in: nil).isEmpty)
    }

    @Test func `an unknown environment is told with those that exist`() throws {
        func sentence(_ set: EnvironmentSet, _ name: String?) -> String? {
            do throws(CollectionError) {
                try set.check(name)
                return nil
            } catch {
                return error.sentence
            }
        }
        for name in [nil, "dev", "prod"] { #expect(sentence(set, name) == nil) }
        #expect(sentence(set, "Dev") == "There is no environment Dev; these exist: dev, prod.")
        #expect(sentence(set, "$shared") == "There is no environment $shared; these exist: dev, prod.")
        #expect(sentence(set, "") == "There is no environment ; these exist: dev, prod.")
        #expect(
            sentence(EnvironmentSet(), "dev")
                == "There is no environment dev: no http-client.env.json file defines any.")
        #expect(sentence(EnvironmentSet(), nil) == nil)
    }

    @Test func `a problem is told with its place, if there is one`() {
        let clause = "a colon is expected here"
        #expect(
            EnvironmentSet.Problem(file: "/c/a.json", place: .init(line: 3, column: 7), clause: clause).sentence
                == "/c/a.json:3:7: a colon is expected here")
        #expect(
            EnvironmentSet.Problem(file: "/c/a.json", clause: "cannot be read: No such file").sentence
                == "/c/a.json cannot be read: No such file")
    }

    @Test func `objects of settings are no variables`() {
        for name in EnvironmentReader.settingObjects {
            var variable = Self.value(nil)
            variable.path = ["dev", name]
            #expect(variable.isSetting, "\(name)")
            variable.path = [name]
            #expect(!variable.isSetting, "\(name) is an environment")
            variable.path = ["dev", name, "x"]
            #expect(!variable.isSetting)
            variable.path = ["dev", name]
            variable.value = "text"
            #expect(!variable.isSetting, "\(name) is a text")
        }
        #expect(!Self.value(nil).isSetting)
    }
}
