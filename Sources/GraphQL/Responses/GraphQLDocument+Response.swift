extension GraphQLDocument {
    /// The field that a value of a response belongs to, through aliases and fragments.
    /// - Parameters:
    ///   - path: from `data` to the value.
    ///   - operationName: which operation was sent; nil for the first.
    ///   - typename: the `__typename` of the object that the name at a place of the path is a member of, as far as the response has it.
    /// - Returns: a coordinate such as `User.name`; nil if no field of the query leads there.
    package func coordinate(
        of path: [GraphQLResponse.Step], operationName: String?, in schema: GraphQLSchema,
        typename: (Int) -> String? = { _ in nil }
    ) -> String? {
        var finder = GraphQLPathFinder(self, operationName, schema)
        let names = path.count { if case .name = $0 { true } else { false } }
        guard names > 0, let found = finder.find(path, typename: typename), found.names == names else { return nil }
        return found.coordinate
    }
}
