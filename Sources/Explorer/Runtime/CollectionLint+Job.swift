import Workspace

extension CollectionLint {
    /// What `apitui lint` says about the files of a collection as they are in the program.
    static func findings(_ job: LintJob, store: CollectionStore, isTrusted: Bool) -> [LintFinding] {
        let known = Dictionary(job.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let reader = RequestScopeReader(root: job.place.root, isTrusted: isTrusted, known: known, store: store)
        var environments: [String: EnvironmentSet] = [:]
        for file in job.files where environments[file.folder] == nil {
            environments[file.folder] = store.environments(
                forFolder: file.folder, root: job.place.root, isTrusted: isTrusted)
        }
        let sets = environments
        let lint = CollectionLint(
            context: { file in
                RequestResolver.Context(
                    root: job.place.root, environments: sets[file.folder] ?? EnvironmentSet(),
                    environmentName: job.environmentName, overrides: job.overrides, isTrusted: isTrusted,
                    scope: reader.scope(of: file))
            }, environment: job.environmentName)
        let problems = Set(sets.values.flatMap(\.problems)).sorted().map { LintFinding(environmentProblem: $0) }
        return problems + lint.findings(in: job.files) + lint.environmentFindings(job.files)
    }
}
