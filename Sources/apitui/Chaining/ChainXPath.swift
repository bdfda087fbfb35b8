/// What an XPath selects in an XML body, for references (HTTP-FORMAT §11).
enum ChainXPath {
    struct Fault: Error, Hashable {
        /// A clause.
        var reason: String
    }

    /// A string as it is; of nodes the first: an element's inner XML, an attribute's value, the document's root. nil if
    /// nothing is selected.
    static func first(_ path: String, in body: [UInt8]) -> Result<String?, Fault> {
        .failure(Fault(reason: "XPath is not supported yet"))
    }
}
