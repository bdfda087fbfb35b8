/// Sets one variable in the file that defines it; every other byte of the file stays.
struct EnvironmentFileEdit: Sendable, Hashable {
    /// Absolute.
    var file: String
    /// As `EnvironmentSet.Variable.path`.
    var path: [String]
    var value: String

    private static let maxBytes = 16 << 20

    /// Writes atomically, over what stands there now. Returns one sentence if that fails.
    func save(_ store: CollectionStore = CollectionStore()) -> String? {
        switch DiskFile.read(file, limit: Self.maxBytes) {
        case .failure(let failure): return "\(file) was not saved: \(failure.clause)."
        case .success(let bytes):
            let edited: [UInt8]
            do throws(JSONMemberEdit.Refusal) {
                edited = try self.edited(bytes)
            } catch {
                return "\(file) was not saved: \(error.sentence)"
            }
            switch store.save(path: file, bytes: edited, expecting: FileStamp(bytes: bytes)) {
            case .saved: return nil
            case .conflict: return "\(file) was not saved: it changed on disk meanwhile."
            case .failed(let sentence): return sentence
            }
        }
    }

    func edited(_ bytes: [UInt8]) throws(JSONMemberEdit.Refusal) -> [UInt8] {
        let name = PathText.name(of: file)
        guard !name.hasPrefix(".env"), !name.hasSuffix(".env") else {
            guard let key = path.last, let edited = DotEnvFile(bytes: bytes).setting(key, to: value) else {
                throw JSONMemberEdit.Refusal(sentence: "A .env file cannot hold this value.")
            }
            return edited
        }
        let allowsComments = name == "settings.json" || name.hasSuffix(".code-workspace")
        return try JSONMemberEdit(path: path, value: value, allowsComments: allowsComments).applied(to: bytes)
    }
}
