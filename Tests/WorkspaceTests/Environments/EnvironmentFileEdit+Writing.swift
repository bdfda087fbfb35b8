import Workspace

/// One edit written alone. Each function returns one sentence if it fails.
extension EnvironmentFileEdit {
    /// Saves the value, or takes it out.
    func write() -> String? { EnvironmentWrite([self], CollectionStore()).problem }

    func save() -> String? { EnvironmentWrite(saving: self, CollectionStore()).problem }

    func remove() -> String? { EnvironmentWrite(removing: self, CollectionStore()).problem }
}

extension SecretMove {
    func run() -> Outcome { Outcome(of: write(CollectionStore())) }
}
