import TestSupport
import Testing

@testable import HTTPFormat

/// GraphQL bodies whose variables are not replaced yet.
@Suite struct GraphQLTemplateTests {
    private func covered(_ text: String) -> String {
        String(decoding: GraphQLTemplate(Array(text.utf8)).covered, as: UTF8.self)
    }

    @Test func `variables are covered by text of the same length`() {
        #expect(covered("{ a(x: {{n}}) }") == "{ a(x: xxxxx) }")
        #expect(covered("{ a(x: \"{{n}}-1\") }") == "{ a(x: \"xxxxx-1\") }")
        #expect(
            covered("query { a }\n\n{\"x\": {{n}}, \"y\": \"{{m}}\"}")
                == "query { a }\n\n{\"x\": \"xxx\", \"y\": \"xxxxx\"}")
        #expect(covered("{ a {b} }") == "{ a {b} }")
    }

    @Test func `only variables outside of strings may hold anything`() {
        #expect(!GraphQLTemplate(Array("{ a(x: \"{{n}}\") }".utf8)).hasOpenCovers)
        #expect(GraphQLTemplate(Array("{ a(x: \"{{n}}\") {{f}} }".utf8)).hasOpenCovers)
        #expect(!GraphQLTemplate(Array("{ a(x: \"\"\"{{n}}\n{{m}}\"\"\") }".utf8)).hasOpenCovers)
        #expect(GraphQLTemplate(Array("{ a(x: \"\"\"{{n}}\"\"\") {{f}} }".utf8)).hasOpenCovers)
        #expect(GraphQLTemplate(Array("{ a(x: {{n}}) }".utf8)).isCovered(7..<12))
        #expect(!GraphQLTemplate(Array("{ a(x: {{n}}) }".utf8)).isCovered(2..<7))
        #expect(!GraphQLTemplate(Array("{ a(x: {{n}}) }".utf8)).isCovered(12..<14))
    }

    @Test(.longComputation) func `any text keeps its length`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "query", " ", "{", "}", "{{a}}", "\"", "\"\"\"", "\\", "#", "\n\n", "...", "é", "{\"a\":", ",", ":", "<",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            let template = GraphQLTemplate(Array(text.utf8))
            #expect(template.covered.count == text.utf8.count, "seed \(seed): \(text)")
            _ = template.isCovered(0..<text.utf8.count)
        }
    }
}
