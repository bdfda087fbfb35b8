import Base
import NetEngine
import OpenAPI

/// A documented link of a response, with the values that it takes from the exchange (OpenAPI 3.2 §4.20).
package struct FollowedLink: Sendable {
    package var name: String
    /// Markdown.
    package var text: String?
    /// The operation that it leads to; nil with a problem if the description has none.
    package var target: OperationEntry?
    /// For `OperationRequest`. A parameter whose expression has no value is left out, as the standard says.
    package var values = OperationRequest.Values()
    /// The URL of the server that the link names in place of the operation's own, without a slash at its end.
    package var server: String?
    /// Why something of it is missing: sentences.
    package var problems: [String] = []
    /// Where the description says it.
    package var place: DocumentPlace
}

/// Evaluates the links of responses.
package enum Links {
    /// Links of one response that are evaluated.
    static let mostLinks = 200

    /// The links of the documented response that the exchange's status belongs to, in the order of the text.
    /// - Parameter address: where the description came from; nil for a file. Servers are relative to it.
    package static func of(
        _ exchange: LinkExchange, _ entry: OperationEntry, in api: DescribedAPI, from address: HTTPURL? = nil
    ) -> [FollowedLink] {
        guard let response = ContractCheck.response(for: exchange.status, of: api.operation(entry)) else { return [] }
        var values = ExpressionValues(exchange)
        return response.links.prefix(mostLinks).map { follow($0, api, address, &values) }
    }

    private static func follow(
        _ link: Link, _ api: DescribedAPI, _ address: HTTPURL?, _ values: inout ExpressionValues
    ) -> FollowedLink {
        let documents = api.description.documents
        var followed = FollowedLink(name: link.name, text: link.text, place: link.place)
        if let server = link.server {
            do throws(ReferenceFailure) {
                let url = try server.absoluteURL(from: address)
                guard (try? HTTPURL.parse(url)) != nil else {
                    throw ReferenceFailure(reason: "\(quoted(url)) is not an HTTP address")
                }
                followed.server = url
            } catch {
                followed.problems.append("The server of the link is not used: \(error.reason).")
            }
        }
        switch target(of: link, api) {
        case .success(let entry): followed.target = entry
        case .failure(let failure):
            followed.problems.append("The link \(quoted(link.name)) leads nowhere: \(failure.reason).")
        }
        let parameters = followed.target.map { api.operation($0).parameters } ?? []
        for (name, place) in link.parameters {
            let key = Self.key(name, parameters)
            if key == nil, followed.target != nil {
                followed.problems.append("The target of the link has no parameter \(quoted(name)).")
                continue
            }
            do throws(RuntimeExpression.Failure) {
                let value = try value(of: documents.value(place), &values)
                if let key { followed.values.parameters[key] = value }
            } catch {
                followed.problems.append("The parameter \(quoted(name)) gets no value: \(error.reason).")
            }
        }
        if let place = link.body {
            do throws(RuntimeExpression.Failure) {
                followed.values.body = try value(of: documents.value(place), &values)
                followed.values.sendsOptionalBody = true
            } catch { followed.problems.append("The body gets no value: \(error.reason).") }
        }
        return followed
    }

    private static func value(
        of written: DescriptionValue, _ values: inout ExpressionValues
    ) throws(RuntimeExpression.Failure) -> JSONOutput {
        if let text = written.string { return try values.value(ofText: text) }
        guard let value = written.output() else {
            throw RuntimeExpression.Failure(reason: "the value in the description is nested too deep")
        }
        return value
    }

    /// A parameter by its name, or by its location and name: `path.id`.
    private static func key(_ name: String, _ parameters: [Parameter]) -> OperationRequest.Values.Key? {
        let found =
            parameters.first { "\($0.location.rawValue).\($0.name)" == name }
            ?? parameters.first { $0.name == name && $0.location == .path } ?? parameters.first { $0.name == name }
        return found.map { OperationRequest.Values.Key($0.name, $0.location) }
    }

    /// The operation that a link leads to.
    package static func target(
        of link: Link, _ api: DescribedAPI
    ) -> Result<OperationEntry, ReferenceFailure> {
        if let name = link.operationID {
            if let entry = api.operations.first(where: { $0.operationID == name }) { return .success(entry) }
            return .failure(ReferenceFailure(reason: "no operation has the id \(quoted(name))"))
        }
        let value = api.description.documents.value(link.place)
        guard let reference = value["operationRef"], let text = reference.string else {
            return .failure(ReferenceFailure(reason: "it has neither 'operationId' nor 'operationRef'"))
        }
        let pointer = String(decoding: URLEncoding.decode(Array(text.utf8.dropFirst())), as: UTF8.self)
        if text.hasPrefix("#"), let entry = api.operations.first(where: { $0.pointer == pointer }) {
            return .success(entry)
        }
        do throws(ReferenceFailure) {
            let place = try value.target(of: reference).place
            if let entry = api.operations.first(where: { $0.place == place }) { return .success(entry) }
            return .failure(ReferenceFailure(reason: "\(quoted(text)) is not an operation of this description"))
        } catch { return .failure(error) }
    }
}
