import HTTPFormat
import NetEngine

extension RequestResolver.Context {
    /// The response to a request, to one repetition of it, or to all of them as a list.
    package func response(to place: RequestScope.Place, in scope: RequestScope) -> ResponseMemory.Entry? {
        var key = ResponseMemory.Key(
            file: scope.files[place.file].path, environment: environmentName, id: scope.request(place).id)
        if place.isList { return memory.list(key) }
        key.repetition = place.repetition
        return memory[key]
    }

    /// The value that the script of a response would have set.
    func capture(_ name: String, in scope: RequestScope) -> ResponseMemory.Capture? {
        memory.capture(name, environment: environmentName, root: root) { path in
            scope.files.contains { $0.path == path }
        }
    }
}
