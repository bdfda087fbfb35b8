import Workspace

extension CollectionLint {
    /// What `apitui lint` says about the files of a collection as they are in the program.
    static func findings(_ job: LintJob, store: CollectionStore, isTrusted: Bool) -> [LintFinding] {
        let known = Dictionary(job.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let builder = ContextBuilder(
            place: job.place, isTrusted: isTrusted, environmentName: job.environmentName,
            overrides: job.overrides, known: known, store: store)
        var environments: [String: EnvironmentSet] = [:]
        for file in job.files where environments[file.environmentKey] == nil {
            environments[file.environmentKey] = builder.environments(for: file)
        }
        let sets = environments
        let lint = CollectionLint(
            context: { builder.context(for: $0, environments: sets[$0.environmentKey]) },
            environment: job.environmentName)
        let problems = Set(sets.values.flatMap(\.problems))
            .sorted { $0.sentence < $1.sentence }.map { LintFinding($0) }
        return problems + lint.findings(in: job.files) + lint.environmentFindings(job.files)
    }
}
