import Base
import NetEngine

/// A description that is fetched from an address: one GET, nothing else of it is followed.
package struct FetchedDescription: Sendable {
    /// As it was given.
    package let url: String

    /// Whether a text given as a path is an address of the web.
    package static func isURL(_ text: String) -> Bool {
        let lower = text.prefix(8).lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    package init(_ url: String) { self.url = url }

    package var draft: RequestDraft {
        RequestDraft(
            url: url,
            headers: [
                HeaderField("Accept", "application/openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5")
            ])
    }

    /// The name of the file in the tree: the last part of the path.
    private var name: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
        let last = path.last.map(String.init) ?? "openapi"
        return CollectionStore.mayBeDescription(last) ? last : last + ".json"
    }

    /// The collection of the description; its requests belong to the current folder.
    package func folder(_ exchange: Exchange) throws(CollectionError) -> CollectionFolder {
        if let error = exchange.error {
            throw CollectionError(sentence: "\(url) was not opened: \(error.sentence)")
        }
        guard let response = exchange.response, response.isComplete else {
            throw CollectionError(sentence: "\(url) was not opened: its response did not come to its end.")
        }
        let root = DiskFile.workingDirectory
        let path = PathText.join(root, name)
        let address = exchange.hops.last?.request.url.textWithoutUserInfo ?? url
        let described: DescribedFile
        do throws(CollectionError) {
            described = try DescriptionReader.read(Array(response.body), path: path, address: address)
        } catch {
            let sentence = error.sentence.hasPrefix(path) ? url + error.sentence.dropFirst(path.count) : error.sentence
            throw CollectionError(sentence: "\(sentence) 'apitui send \(url)' shows what is there.")
        }
        let file = CollectionFile(path: path, relativePath: name, skeletonOf: described)
        var folder = CollectionFolder(root: root, name: name, nodes: [.file(file)])
        folder.asked = url
        return folder
    }
}
