import Base

/// Adds environments to the files of a folder. What is there stays as it is, byte for byte.
package struct EnvironmentAddition: Sendable {
    package struct Value: Sendable, Hashable {
        package var environment: String
        package var name: String
        package var value: String
        package var isSecret: Bool

        package init(environment: String, name: String, value: String, isSecret: Bool) {
            self.environment = environment
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }

    private static let maxBytes = 16 << 20

    let values: [Value]

    package init(_ values: [Value]) { self.values = values }

    /// Writes all of them, or none.
    /// - Parameter folder: absolute path; made if it is missing.
    /// - Returns: the paths of the files that were changed or made.
    package func write(into folder: String) throws(CollectionError) -> [String] {
        var changes: [EnvironmentWrite.File] = []
        for isPrivate in [false, true] {
            let wanted = values.filter { $0.isSecret == isPrivate }
            guard !wanted.isEmpty else { continue }
            let name = isPrivate ? EnvironmentReader.privateName : EnvironmentReader.publicName
            let path = PathText.join(folder, name)
            if let clause = EnvironmentReader.linkProblem(with: path) {
                throw CollectionError(sentence: "\(path) was not saved: \(clause).")
            }
            let old = try content(path)
            var bytes = old ?? []
            for value in wanted { bytes = try adding(value, to: bytes, path) }
            changes.append(EnvironmentWrite.File(path: path, before: old, after: bytes))
        }
        let write = EnvironmentWrite(replacing: changes, CollectionStore())
        if let problem = write.problem { throw CollectionError(sentence: problem) }
        return changes.map(\.path)
    }

    /// nil if there is no such file yet.
    private func content(_ path: String) throws(CollectionError) -> [UInt8]? {
        switch DiskFile.read(path, limit: Self.maxBytes) {
        case .success(let bytes): return bytes
        case .failure(.missing): return nil
        case .failure(let failure): throw CollectionError(sentence: "\(path) cannot be read: \(failure.clause).")
        }
    }

    private func adding(_ value: Value, to bytes: [UInt8], _ path: String) throws(CollectionError) -> [UInt8] {
        if let root = try? OrderedJSON.parse(bytes, allowsComments: true),
            root.member(value.environment)?.member(value.name) != nil
        {
            throw CollectionError(
                sentence:
                    "\(path) has \(value.environment).\(value.name) already: nothing was written. Rename one of the environments."
            )
        }
        do throws(JSONMemberEdit.Refusal) {
            return try JSONMemberEdit(path: [value.environment, value.name], value: value.value, allowsComments: true)
                .applied(to: bytes)
        } catch {
            throw CollectionError(sentence: "\(path) was not saved: \(error.sentence)")
        }
    }
}
