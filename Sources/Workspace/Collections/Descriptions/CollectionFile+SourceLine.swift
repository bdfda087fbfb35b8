import Contract
import Descriptions
import GraphQL
import HTTPFormat
import NetEngine
import OpenAPI

extension CollectionFile {
    /// The line of the file on the disk that a line of the document is about: of a description the line of the operation, since its
    /// requests are made, and the lines of their text are in no file.
    package func sourceLine(_ line: Int) -> Int {
        guard let described else { return line }
        let requests = document.requests
        var (low, high) = (0, requests.count)
        while low < high {
            let middle = (low + high) / 2
            if requests[middle].lines.upperBound <= line { low = middle + 1 } else { high = middle }
        }
        guard low < requests.count else { return 1 }
        return described.line(of: requests[low]) ?? 1
    }

    /// A sentence of what is wrong with a request, without `FILE:LINE: ` in front, for which its line stands.
    package func withoutPlace(_ sentence: String, line: Int) -> String {
        let place = "\(relativePath):\(line): "
        return sentence.hasPrefix(place) ? String(sentence.dropFirst(place.count)) : sentence
    }
}

extension DescribedFile {
    /// The line of the description that says of a request; nil if none of this file does.
    fileprivate func line(of request: SavedRequest) -> Int? {
        if let graphQL {
            return graphQL.field(of: request).map {
                textLines.line(of: graphQL.fields[$0].origin.range.lowerBound)
            }
        }
        guard let openAPI, let index = openAPI.operation(of: request) else { return nil }
        let entry = openAPI.operations[index]
        let documents = openAPI.api.description.documents
        if entry.place.document == 0 { return documents.textPlace(of: entry.place).line }
        // The operation is in another file; the path that refers to it is in this one.
        let parent = documents.root[entry.kind == .webhook ? "webhooks" : "paths"]
        return parent?[entry.path].map { documents.textPlace(of: $0.place).line }
    }
}
