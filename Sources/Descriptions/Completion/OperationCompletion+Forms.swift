import Base
import JSONPath
import NetEngine
import OpenAPI

extension OperationCompletion {
    /// What may be written at a place of a form: fields that are not there yet, and values of a field.
    func completion(
        ofForm body: [UInt8], at offset: Int, _ kind: FormBodyPlace.Kind, _ root: DescriptionValue
    ) -> DescribedCompletion? {
        guard let place = FormBodyPlace(body, at: offset, kind) else { return nil }
        let branches = SchemaBranches([[root]], version)
        let items: [DescribedCompletion.Item]
        switch place.part {
        case .name(let names): items = fields(of: branches, except: names, place, kind)
        case .value(let name): items = values(ofField: name, branches, kind)
        }
        return items.isEmpty ? nil : DescribedCompletion(typed: place.typed, items: items)
    }

    private func fields(
        of branches: SchemaBranches, except names: Set<String>, _ place: FormBodyPlace, _ kind: FormBodyPlace.Kind
    ) -> [DescribedCompletion.Item] {
        // The items of a list are fields of one name.
        let once = names.filter { SchemaBranches(branches.below(.name($0)), version).below(.index(0)).isEmpty }
        return members(of: branches, except: once) { name in
            switch kind {
            case .urlEncoded: FormBodyPlace.encoded(name) + (place.isClosed ? "" : "=")
            case .multipart: MultipartName.quoted(name) + (place.isClosed ? "" : "\"")
            }
        }
    }

    private func values(
        ofField name: String, _ branches: SchemaBranches, _ kind: FormBodyPlace.Kind
    ) -> [DescribedCompletion.Item] {
        var field = SchemaBranches(branches.below(.name(name)), version)
        let elements = field.below(.index(0))
        if !elements.isEmpty { field = SchemaBranches(elements, version) }
        let texts =
            values(of: field).compactMap { value, note in Self.text(value).map { ($0, note) } }
            + Self.words(of: field).filter { $0 != "null" }.map { ($0, "") }
        return Self.items(of: kind == .urlEncoded ? texts.map { (FormBodyPlace.encoded($0), $1) } : texts)
    }
}
