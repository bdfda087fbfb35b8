import NetEngine
import Testing

@testable import Explain

/// The texts themselves: which terms there are, and that each can be read and found.
@Suite struct GlossaryTests {
    private func names(_ kind: Term.Kind) -> [String] { Glossary.terms.filter { $0.kind == kind }.map(\.name) }

    @Test func `all statuses of the registry are explained`() {
        let registered =
            [100, 101, 102, 103, 104] + Array(200...208) + [226] + Array(300...308) + Array(400...418) + [
                421, 422, 423, 424, 425, 426, 428, 429, 431, 451,
            ] + Array(500...508) + [510, 511]
        #expect(names(.status) == registered.map(String.init))
    }

    @Test func `there are at least eighty headers and a hundred and fifty terms`() {
        #expect(names(.header).count >= 80)
        #expect(Glossary.terms.count >= 150)
    }

    @Test func `everything that the engine names is explained`() {
        #expect(names(.category) == ErrorCategory.allCases.map(\.rawValue))
        #expect(names(.phase) == Phase.allCases.map(\.rawValue))
        for outcome in CacheDecision.Outcome.allCases { #expect(Glossary.term(.cache, outcome.rawValue) != nil) }
        for coding in ["gzip", "deflate", "br", "zstd"] { #expect(Glossary.term(.coding, coding) != nil) }
        for method in [HTTPMethod.get, .head, .post, .put, .patch, .delete, .options] {
            #expect(Glossary.term(.method, method.rawValue) != nil)
        }
    }

    @Test func `every id of a notice is explained`() {
        let ids = (1...21).map { "N\($0)" } + (1...14).map { "E\($0)" } + ["A1", "A2"]
        #expect(names(.notice) == ids)
        #expect(Glossary.explanations(of: "e7", now: 0).map(\.heading) == ["E7"])
    }

    @Test func `no two terms of a kind share a name`() {
        for kind in Term.Kind.allCases {
            let all = names(kind).map { $0.lowercased() }
            #expect(Set(all).count == all.count, "\(kind)")
        }
    }

    @Test(arguments: Glossary.terms) func `a text is one to four short sentences`(_ term: Term) {
        #expect(term.text.hasSuffix("."), "\(term.name)")
        #expect(term.text.count <= 330, "\(term.name): \(term.text.count)")
        #expect(term.text.matches(of: /\.\s/).count <= 4, "\(term.name)")
        #expect(!term.text.contains("  "), "\(term.name)")
    }

    @Test(arguments: Glossary.terms) func `a source is a standard, with its section where it is an RFC`(_ term: Term) {
        if term.source.hasPrefix("RFC") {
            #expect(
                term.source.wholeMatch(of: /RFC [0-9]{4} §[0-9A-E](\.?[0-9])*/) != nil, "\(term.name): \(term.source)")
        } else if [.status, .directive, .http2, .method].contains(term.kind) {
            #expect(term.source.hasPrefix("draft-"), "\(term.name): \(term.source)")
        }
    }

    @Test(arguments: Glossary.terms) func `a term is found by each of its names, in any case`(_ term: Term) {
        for name in [term.name] + term.otherNames {
            #expect(Glossary.terms(named: name).contains(term), "\(name)")
            #expect(Glossary.terms(named: name.uppercased()).contains(term), "\(name)")
        }
    }

    @Test func `a status is found by its words, and with them`() {
        #expect(Glossary.terms(named: "not found").map(\.name) == ["404"])
        #expect(Glossary.terms(named: "404 Not Found").map(\.name) == ["404"])
        #expect(Glossary.terms(named: "I'm a teapot").map(\.name) == ["418"])
    }

    @Test func `a name of two kinds is explained in both`() {
        #expect(Set(Glossary.terms(named: "max-age").map(\.kind)) == [.directive, .cookie])
        #expect(Set(Glossary.terms(named: "expires").map(\.kind)) == [.header, .cookie, .tls])
    }

    @Test(arguments: [
        ("Cache-Controll", "Cache-Control"), ("retry", "Retry-After"), ("hst", "Strict-Transport-Security"),
        ("etaq", "ETag"),
    ])
    func `of a name that is not known similar ones are named`(_ written: String, _ meant: String) {
        #expect(Glossary.terms(named: written).isEmpty)
        #expect(Glossary.near(written).contains(meant))
    }

    @Test(arguments: [
        ("and", []), ("600", []), ("E99", []), ("qet", []), ("gte", ["GET"]), ("dms", ["dns"]), ("h2", ["h2", "h2c"]),
    ])
    func `of a short word only names are named that it is the beginning or a likely misspelling of`(
        _ written: String, _ meant: [String]
    ) {
        #expect(Glossary.near(written) == meant)
    }

    @Test func `nothing is like what is like nothing`() {
        #expect(Glossary.near("qqqqqqqqqq").isEmpty)
        #expect(Glossary.near("").isEmpty)
    }
}
