import TerminalUI

/// The picture of a body by its pixels, over the half blocks that show it meanwhile.
extension ResponsePane {
    static func backgroundWork(_ model: inout Model) -> [Effect] { searchWork(&model) + pictureWork(&model) }

    private static func pictureWork(_ model: inout Model) -> [Effect] {
        guard let (job, _) = pictureInView(model) else {
            model.pictures.forget()
            return []
        }
        return model.pictures.begins(job.key) ? [.makePicture(job)] : []
    }

    /// Puts the picture on the screen, if it is made for just what is in view.
    static func placePicture(_ model: Model, on buffer: inout CellBuffer) {
        guard let ready = model.pictures.ready, let (job, place) = pictureInView(model), job.key == ready.key else {
            return
        }
        buffer.picture = PlacedPicture(ready.picture, at: place)
    }

    /// The rows of a picture that are in view, and where the first of them begins; nil if half blocks are all that is wanted.
    private static func pictureInView(_ model: Model) -> (job: PictureJob, at: Point)? {
        let state = model.response
        guard model.pictures.drawsPixels, model.window.layout.panes[pane] != nil, !state.isIdle,
            state.shownTab == .body
        else { return nil }
        let inside = model.window.layout.inside(pane)
        let content = state.layout(in: inside.size).content.moved(by: inside)
        let window = state.viewport(in: inside.size)
        guard !content.isEmpty, let lines = window.source as? PictureLines, lines.size.width <= content.width else {
            return nil
        }
        let rows = window.rows(from: window.clamped(state.scroll))
        guard let first = rows.firstIndex(where: { $0.line >= lines.firstLine }),
            rows[first...].allSatisfy({ $0.columns.lowerBound == 0 })
        else { return nil }
        let top = rows[first].line - lines.firstLine
        let job = model.pictures.job(lines, rows: top..<top + rows.count - first)
        return job.map { ($0, Point(x: content.x, y: content.y + first)) }
    }
}
