import Base
import Descriptions
import HTTPFormat

/// What the schema that a GraphQL request belongs to does not allow, as far as it is known before variables are replaced.
enum SchemaNotices {
    static func notices(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) -> [Notice] {
        // It is sent whatever the schema says.
        if let link = request.settings.contract, link.path == nil { return [] }
        guard let described = RequestResolver.graphQLSchema(of: request, in: file, context),
            let schema = described.graphQL?.schema,
            let (text, origins) = BodyAssembly(request: request, file: file, context: context).written(.live)
        else { return [] }
        let template = GraphQLTemplate(text)
        let covered = String(decoding: template.covered, as: UTF8.self)
        // What is not a query at all is said when it is sent.
        guard let sent = try? GraphQLRequest(covered, fragments: file.document.fragments) else { return [] }
        let name = PathText.name(of: described.path)
        return GraphQLBreaches(sent, schema, template: template).all.map { breach in
            let place = origins.place(of: breach, in: text) ?? (line: request.line, words: "")
            return Notice(
                id: "A2", severity: .error, line: place.line, text: "\(place.words)\(breach.reason) (\(name))")
        }
    }
}
