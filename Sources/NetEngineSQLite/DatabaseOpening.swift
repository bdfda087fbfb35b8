import GRDB

#if !SQLite && !All
    #error("Name the trait SQLite in the line of this package: traits: [\"SQLite\"].")
#endif

/// Opens the database of a folder. A damaged one is set aside, reported, and started again.
package struct DatabaseOpening<Base: DatabaseWriter>: Sendable {
    package let folder: DatabaseFolder
    /// What it is to the user: `cache`.
    private let name: String
    /// What it means if it cannot be used: `Nothing is stored.`
    private let consequence: String
    /// A query that needs the schema.
    private let probe: String
    private let removesBodies: Bool
    private let fill: @Sendable (String) throws -> Void
    private let openFile: @Sendable (String) throws -> Base
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - removesBodies: whether the bodies of a damaged database are removed.
    ///   - fill: makes an empty file a complete database, which nobody else has open.
    ///   - open: opens a complete one.
    ///   - report: receives, as one sentence, what went wrong and whether it was repaired.
    package init(
        _ folder: DatabaseFolder, name: String, consequence: String, probe: String, removesBodies: Bool,
        fill: @escaping @Sendable (String) throws -> Void, open: @escaping @Sendable (String) throws -> Base,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.name = name
        self.consequence = consequence
        self.probe = probe
        self.removesBodies = removesBodies
        self.fill = fill
        openFile = open
        self.report = report
    }

    /// nil, after a report, if it cannot be used.
    /// - Parameter triesAgain: whether to try again after an error that is not damage, as while another program holds the lock.
    package func open(tryingAgain triesAgain: (any Error) -> Bool = { _ in false }) -> Base? {
        while true {
            do {
                try folder.prepare()
                return try folder.locked(.shared) { try opened() }
            } catch {
                if DatabaseDamage.isDamage(error) { return startOver(because: error) }
                if triesAgain(error) { continue }
                reportUnusable(error)
                return nil
            }
        }
    }

    /// After damage that was found by an error.
    package func startOver(because error: any Error) -> Base? {
        folder.locked(.alone) {
            // Another process may have found the same damage first.
            do {
                let database = try opened()
                if DatabaseDamage.isSound(database, probe: probe) { return database }
                try? database.close()
            } catch {
                // Not opened for another reason, such as no descriptor left: the stored data may be intact.
                guard DatabaseDamage.isDamage(error) else {
                    reportUnusable(error)
                    return nil
                }
            }
            return setAside(because: error)
        }
    }

    private func setAside(because error: any Error) -> Base? {
        let aside = folder.setDatabaseAside()
        report(
            "The \(name) in \(folder.path) was damaged (\(DatabaseDamage.clause(error)))"
                + (aside.map { " and was set aside as \($0)" } ?? "") + "; a new one was started.")
        do {
            if removesBodies { folder.removeAllBodies() }
            return try opened()
        } catch {
            report(
                "The \(name) in \(folder.path) cannot be started again: \(DatabaseDamage.clause(error)). \(consequence)"
            )
            return nil
        }
    }

    /// Call it with the folder locked.
    private func opened() throws -> Base {
        try folder.makeDatabase(fill)
        return try openFile(folder.databasePath)
    }

    private func reportUnusable(_ error: any Error) {
        report("The \(name) in \(folder.path) cannot be used: \(DatabaseDamage.clause(error)). \(consequence)")
    }
}
