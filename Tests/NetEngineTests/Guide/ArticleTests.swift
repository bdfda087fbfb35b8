import Foundation
import NetEngine
import TestSupport
import Testing

/// The Swift code in the articles and in docs/library.md is the code of the snippet files, which `GuideTests` runs.
@Suite struct ArticleTests {
    private static let folder = "\(BuiltProgram.packageRoot)/Tests/NetEngineTests/Guide"
    private static let articles = "Sources/NetEngine/NetEngine.docc"
    /// Every page of the guide, and the one for users of the program.
    private static let pages: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(BuiltProgram.packageRoot)/\(articles)")
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(articles)/\($0)" } + ["docs/library.md"]
    }()

    private static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The snippets by name, without their common indentation.
    private static func snippets() throws -> [String: String] {
        var snippets: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            guard file != "ArticleTests.swift" else { continue }
            var open: (name: String, lines: [Substring])?
            for line in try read("\(folder)/\(file)").split(separator: "\n", omittingEmptySubsequences: false) {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("// snippet: ") {
                    #expect(open == nil, "\(file): a snippet in a snippet")
                    open = (String(text.dropFirst("// snippet: ".count)), [])
                } else if text == "// snippet end", let snippet = open {
                    #expect(snippets[snippet.name] == nil, "two snippets are called \(snippet.name)")
                    snippets[snippet.name] = dedented(snippet.lines)
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            }
            #expect(open == nil, "\(file): a snippet without an end")
        }
        return snippets
    }

    private static func dedented(_ lines: [Substring]) -> String {
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(depth) }.joined(separator: "\n")
    }

    /// The fenced Swift blocks, each with the name in the comment on the line before it.
    private static func blocks(of page: String) -> [(name: String?, code: String)] {
        var blocks: [(name: String?, code: String)] = []
        var open: (name: String?, lines: [Substring])?
        var before: Substring = ""
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open {
                if line == "```" {
                    blocks.append((block.name, block.lines.joined(separator: "\n")))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line == "```swift" {
                open = (before.wholeMatch(of: /<!-- snippet: (.+) -->/).map { String($0.1) }, [])
            }
            before = line
        }
        return blocks
    }

    @Test(arguments: pages)
    func `each block of Swift is a snippet that is run`(_ path: String) throws {
        let snippets = try Self.snippets()
        let blocks = Self.blocks(of: try Self.read("\(BuiltProgram.packageRoot)/\(path)"))
        #expect(!blocks.isEmpty)
        for block in blocks {
            let name = try #require(block.name, "no name before: \(block.code.prefix(60))")
            #expect(block.code == snippets[name], "the snippet \(name)")
        }
    }

    @Test func `each snippet is in an article`() throws {
        var shown: Set<String> = []
        #expect(Self.pages.count > 3)
        for path in Self.pages {
            let page = try Self.read("\(BuiltProgram.packageRoot)/\(path)")
            shown.formUnion(Self.blocks(of: page).compactMap(\.name))
        }
        #expect(try Set(Self.snippets().keys) == shown)
    }

    @Test func `the limits of the landing page are the defaults`() throws {
        let options = RequestOptions()
        let rows = [
            "| the whole exchange | \(seconds(options.timeouts.total)) | `Timeouts.total` | `timeout` |",
            "| connecting | \(seconds(options.timeouts.connect)) | `Timeouts.connect` | `timeout` |",
            "| headers of one response | \(options.maxHeaderBytes >> 10) KiB | `RequestOptions.maxHeaderBytes` | `too-large` |",
            "| decoded body in memory | \(options.maxBodyBytes >> 20) MiB | `RequestOptions.maxBodyBytes` | `too-large` |",
            "| redirects followed | \(options.maxRedirects) | `RequestOptions.maxRedirects` | `redirect` |",
        ]
        let page = try Self.read("\(BuiltProgram.packageRoot)/\(Self.articles)/NetEngine.md")
        for row in rows { #expect(page.contains("\n\(row)\n"), "\(row)") }
    }

    private func seconds(_ duration: Duration?) -> String {
        duration.map { "\($0.components.seconds) s" } ?? "none"
    }

    /// A link to a missing symbol would otherwise be noticed only when the documentation is built. That each symbol is in a
    /// topic, `scripts/docs` checks.
    @Test func `each symbol in the topics is declared in the library`() throws {
        let (types, functions) = try Self.declarations()
        let linkedTypes = try Self.topics(of: "NetEngine.md")
        for link in linkedTypes { #expect(types.contains(link), "\(link) is not declared") }
        #expect(linkedTypes.count > 100)
        let linkedMembers = try Self.topics(of: "Engine.md").filter { $0.contains("(") && !$0.hasPrefix("init(") }
        for link in linkedMembers { #expect(functions.contains(link), "\(link) is not declared") }
        #expect(linkedMembers.count > 30)
    }

    private static func topics(of page: String) throws -> Set<String> {
        var links: Set<String> = []
        for line in try read("\(BuiltProgram.packageRoot)/\(articles)/\(page)").split(separator: "\n")
        where line.hasPrefix("- ``") && line.hasSuffix("``") {
            let link = String(line.dropFirst(4).dropLast(2))
            #expect(links.insert(link).inserted, "\(link) is listed twice in \(page)")
        }
        return links
    }

    /// The public types, and the functions by name and labels: `fetch(_:in:id:)`.
    private static func declarations() throws -> (types: Set<String>, functions: Set<String>) {
        let sources = "\(BuiltProgram.packageRoot)/Sources/NetEngine"
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]
        var types: Set<String> = []
        var functions: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources) where path.hasSuffix(".swift") {
            let lines = try read("\(sources)/\(path)").split(separator: "\n")
            for (index, line) in lines.enumerated() {
                var words = line.split { " <:({".contains($0) }.filter { $0 != "final" }[...]
                guard words.popFirst() == "public", let kind = words.popFirst(), let name = words.first else {
                    continue
                }
                if kinds.contains(kind), !line.hasPrefix(" ") { types.insert(String(name)) }
                if kind == "func" {
                    // A declaration has at most a dozen lines.
                    let declaration = lines[index...].prefix(12).joined(separator: " ")
                    functions.insert("\(name)(\(labels(of: declaration)))")
                }
            }
        }
        return (types, functions)
    }

    /// `_:in:` of `fetch<E: Endpoint>(_ endpoint: E, in environment: Environment? = nil) …`.
    private static func labels(of declaration: String) -> String {
        var depth = 0
        var labels = ""
        var parameter = ""
        for character in declaration.replacing("->", with: "").drop(while: { $0 != "(" }) {
            if "([<".contains(character) { depth += 1 }
            if ")]>".contains(character) { depth -= 1 }
            if depth == 0 || (depth == 1 && character == ",") {
                let label = parameter.drop { "( ".contains($0) }.prefix { $0 != " " && $0 != ":" }
                if !label.isEmpty { labels += "\(label):" }
                parameter = ""
                if depth == 0 { break }
            } else {
                parameter.append(character)
            }
        }
        return labels
    }
}
