import HTTPFormat
import TerminalUI
import Workspace

extension RequestEdit {
    /// What would be lost with it; nil if that is nothing.
    func loss(in open: OpenRequest, of request: SavedRequest) -> RecoverySchedule.Loss.Field? {
        var field = RecoverySchedule.Loss.Field(request: open.id)
        if case .body(let area) = self {
            field.revision = area.revision
            return area.revision == 0 ? nil : field
        }
        // Empty for a secret too.
        field.text = text
        return field.text.isEmpty || !isChanged(from: request) ? nil : field
    }

    /// Whether what is typed goes into an environment or `.env`, by an effect, and not into a document.
    var isSavedElsewhere: Bool {
        guard case .variable(let variable) = self else { return false }
        switch variable.row.source {
        case .environment?, .shared?, .dotEnv?: return true
        default: return false
        }
    }
}
