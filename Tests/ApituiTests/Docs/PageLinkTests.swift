import Foundation
import TestSupport
import Testing

/// A page in Markdown, as far as links are concerned: where it leads, and what can be linked to in it.
private struct LinkedPage {
    var links: [String] = []
    var anchors: Set<String> = []

    init(_ text: String) {
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                if let heading = line.wholeMatch(of: /#{1,6} (.+)/) { add(heading: String(heading.1)) }
                let prose = line.replacing(/`[^`]*`/, with: "")
                links += prose.matches(of: /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/)
                    .compactMap { ($0.1 ?? $0.2).map { String($0) } }
            }
        }
    }

    /// The anchor of a heading, as GitHub makes it. The second heading of one name gets `-1`.
    private mutating func add(heading: String) {
        let text = heading.replacing(/\]\([^)]*\)/, with: "").lowercased()
        let kept = text.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        let anchor = kept.replacing(" ", with: "-")
        var next = anchor
        var count = 0
        while !anchors.insert(next).inserted {
            count += 1
            next = "\(anchor)-\(count)"
        }
    }
}

/// Pages by their paths, from the root of the repository on.
private struct LinkedPages {
    var pages: [String: LinkedPage]
    /// Whether there is a file or folder that is not one of the pages.
    var exists: (String) -> Bool

    /// Each link that leads nowhere, as `PAGE: LINK`.
    var broken: [String] {
        pages.keys.sorted().flatMap { path in
            (pages[path]?.links ?? []).filter { !leadsSomewhere($0, from: path) }.map { "\(path): \($0)" }
        }
    }

    private func leadsSomewhere(_ link: String, from page: String) -> Bool {
        if link.contains("://") || link.hasPrefix("mailto:") { return true }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts[0].isEmpty ? page : Self.path(String(parts[0]), from: page) else { return false }
        guard parts.count == 2 else { return pages[target] != nil || exists(target) }
        return pages[target]?.anchors.contains(String(parts[1])) ?? false
    }

    /// The path that a relative link means. Nil if it leaves the repository.
    private static func path(_ link: String, from page: String) -> String? {
        var names = page.split(separator: "/").dropLast()
        for name in link.split(separator: "/") where name != "." {
            if name != ".." {
                names.append(name)
            } else if names.popLast() == nil {
                return nil
            }
        }
        return names.joined(separator: "/")
    }
}

/// Links of README, of `docs/` and of the pages beside README.
@Suite struct PageLinkTests {
    private static let root = BuiltProgram.packageRoot

    private static func read(_ page: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
    }

    /// The pages of one folder.
    private static func pages(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".md") }.sorted()
    }

    @Test func `every link and every anchor leads somewhere`() throws {
        let paths = try Self.pages(in: ".") + Self.pages(in: "docs").map { "docs/\($0)" } + ["Benchmarks/README.md"]
        for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/README.md"] {
            #expect(paths.contains(page))
        }
        let pages = try Dictionary(uniqueKeysWithValues: paths.map { ($0, LinkedPage(try Self.read($0))) })
        let linked = LinkedPages(pages: pages) { FileManager.default.fileExists(atPath: "\(Self.root)/\($0)") }
        #expect(linked.broken == [])
    }

    @Test func `links that lead nowhere are found, and no others`() {
        let page = """
            # The first: a `page`, [linked](other.md)

            [file](here.txt) [gone](gone.txt) [out](../../out.txt) [web](https://example.org/x#y)
            [own](#twice-1) [no](#twice-2) [other](other.md#over-there) [wrong](other.md#here) <img src="no.svg">
            `[code](code.md)`
            ```
            # Fenced
            [code](code.md)
            ```
            ## Twice
            ## Twice
            [top](#the-first-a-page-linked) [fenced](#fenced)
            """
        let linked = LinkedPages(
            pages: ["docs/page.md": LinkedPage(page), "docs/other.md": LinkedPage("## Over there")],
            exists: { $0 == "docs/here.txt" })
        let broken = ["gone.txt", "../../out.txt", "#twice-2", "other.md#here", "no.svg", "#fenced"]
        #expect(linked.broken == broken.map { "docs/page.md: \($0)" })
    }

    @Test func `each page of docs is in the index`() throws {
        let links = LinkedPage(try Self.read("docs/README.md")).links
        for page in try Self.pages(in: "docs") where page != "README.md" {
            #expect(links.contains(page), "docs/README.md does not name \(page)")
        }
    }

    @Test func `README is short, and leads to the index and to the pages of each kind`() throws {
        let text = try Self.read("README.md")
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
        let links = LinkedPage(text).links
        for page in ["README", "tutorial", "install", "library", "commands", "keys", "http-format", "trust"] {
            #expect(links.contains("docs/\(page).md"), "\(page)")
        }
        for command in ["scripts/setup && swift run -c release apitui demo", "scripts/setup && swift test"] {
            #expect(text.contains("\n\(command)\n"))
        }
    }
}
