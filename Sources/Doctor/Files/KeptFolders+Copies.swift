import Base
import Workspace

// What is kept in a file for each: unsaved edits, deleted items, schemas.
extension KeptFolders {
    func recoveryItems(_ folder: String) -> [KeptItem] {
        let place = "\(folder)/recovery"
        guard var status = status(place) else { return [] }
        status.bytes = bytes(below: place)
        let found = RecoveryStore(folder: place).contents()
        let others =
            found.newer == 0
            ? ""
            : " Those of \(Formatting.count(found.newer, "other file")) were written by a newer apitui and are left as they are."
        let content: KeptItem.Content =
            if found.waiting > 0 {
                .remark(
                    "Unsaved edits of \(Formatting.count(found.waiting, "file")) wait in \(SafeText(place).string).\(others)",
                    advice: "Open their folder with apitui, which offers them, or delete them.")
            } else if found.newer > 0 {
                .remark(
                    "Unsaved edits of \(Formatting.count(found.newer, "file")) in \(SafeText(place).string) were written by a newer apitui and are left as they are.",
                    advice: "Open their folder with the newer version, which offers them.")
            } else if found.running > 0 {
                .fine("of \(Formatting.count(found.running, "file")), which a running apitui edits")
            } else if !found.unusable.isEmpty {
                .fine("of \(Formatting.count(found.unusable.count, "file")), which cannot be offered")
            } else {
                .fine("no unsaved edits")
            }
        return [KeptItem("files.recovery", "Unsaved edits", path: place, status: status, content: content)]
            + found.unusable.compactMap(unusableCopy)
    }

    private func unusableCopy(_ copy: RecoveryStore.Unusable) -> KeptItem? {
        guard let status = status(copy.path) else { return nil }
        let content: KeptItem.Content =
            copy.isDamaged
            ? .damaged(
                SafeText(copy.clause).string,
                advice: "Copy what you need out of it; 'apitui doctor --fix' gives it another name.",
                repair: .setAside(copy.path))
            : .unreadable(copy.clause)
        return KeptItem(
            "files.recovery", "The copy of unsaved edits", path: copy.path, status: status, content: content)
    }

    func trashItems(_ folder: String) -> [KeptItem] {
        let place = "\(folder)/trash"
        guard var status = status(place) else { return [] }
        status.bytes = bytes(below: place)
        let count = Formatting.count(Self.names(in: place).filter { !$0.hasPrefix(".") }.count, "deleted item")
        let manifests = Trash(folder: place).unknownManifests()
        let content: KeptItem.Content =
            manifests.newer.isEmpty
            ? .fine(count)
            : .remark(
                "The manifests of \(manifests.newer.count) of \(count) in \(SafeText(place).string) were written by a newer apitui, so these are left as they are.",
                advice: "Use the newer version, which removes them in time, or delete them yourself.")
        return [KeptItem("files.trash", "The trash", path: place, status: status, content: content)]
            + manifests.cut.compactMap(cutManifest)
    }

    private func cutManifest(_ path: String) -> KeptItem? {
        guard let status = status(path) else { return nil }
        let beside = SafeText(PathText.join(PathText.folder(of: path), "content")).string
        return KeptItem(
            "files.trash", "The manifest", path: path, status: status,
            content: .remark(
                "The manifest \(SafeText(path).string) was cut, so it does not say where the deleted item was.",
                advice: "What was deleted is \(beside): move it where it belongs, or delete it."))
    }

    /// The kept schemas that cannot be used.
    func schemaItems(_ folder: String) -> [KeptItem] {
        let place = "\(folder)/schemas"
        let names = Self.names(in: place).filter { $0.hasSuffix(".graphql") && !$0.hasPrefix(".") }
        return names.compactMap { name in
            let path = PathText.join(place, name)
            return file("files.schemas", "The kept schema", path, limit: DiskFile.maxRequestFileBytes) {
                Self.unusableSchema($0, path)
            }
        }
    }

    /// nil if it can be used.
    private static func unusableSchema(_ bytes: [UInt8], _ path: String) -> KeptItem.Content? {
        if let newer = KeptItem.Content.ofNewer(bytes, effect: "the schema is fetched each time") { return newer }
        guard !KeptSchemas.isUsable(bytes) else { return nil }
        return .damaged(
            "it is not a schema, or was cut",
            advice: "'apitui doctor --fix' gives it another name; the schema is fetched again.",
            repair: .setAside(path))
    }
}
