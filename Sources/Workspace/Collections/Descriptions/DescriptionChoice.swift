import Base

/// Which of the descriptions beside a request file its requests belong to, if they name none.
package enum DescriptionChoice {
    /// The one of the same name, as kept requests have it (`shop.graphql` for `shop.http`), else the only one. Of several none is meant
    /// more than the others.
    package static func path(of requestFile: String, among paths: [String]) -> String? {
        paths.first { DescribedFile.requestFile(beside: $0) == requestFile } ?? (paths.count == 1 ? paths.first : nil)
    }
}
