import NetEngine

/// A wish that `update` returns: the runner fulfils it, and its outcome comes back as an action.
enum Effect: Sendable {
    case send(RequestDraft, id: ExchangeID)
    case cancel(ExchangeID)
    case cancelAll
    /// Replace variables and read body files; comes back as `resolved`.
    case resolve(ResolveJob)
    /// Comes back as `saveFinished`.
    case save(SaveJob)
    /// Read all files under the path that was opened; comes back as `collectionLoaded`.
    case loadCollection
    /// Comes back as `filesRead`.
    case readFiles(ReadJob)
    /// Comes back as `environmentsLoaded`.
    case loadEnvironments(folder: String, root: String)
    /// Lay out an exchange's bodies in the background; comes back as `bodyPrepared`.
    case prepareBody(Exchange)
    /// Give the terminal to an editor; comes back as `editedExternally`.
    case editExternally(EditorJob)
    /// Give the terminal back to the shell; comes back as `resumed`.
    case suspend
    /// Paint every cell again at the next frame.
    case redraw
    /// Ask for a `tick` action at (or soon after) that moment.
    case wake(at: MonotonicTime)
    /// Make an edited document of a large file; comes back as `edited`.
    case applyEdit(EditJob)
    /// Look for what an earlier run left unsaved of files in a folder or below it; comes back as `recoveryFound`.
    case findRecovery(root: String)
    /// Remove recovery copies that are of no use any more.
    case removeRecovery([String])
    case quit
}
