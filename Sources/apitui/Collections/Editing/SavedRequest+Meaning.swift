extension SavedRequest {
    /// What the request says, without its place in the file: two requests that mean the same are equal.
    ///
    /// Notices are left out, for some depend on the requests beside it.
    var meaning: SavedRequest {
        var meaning = self
        meaning.index = 0
        meaning.line = 0
        meaning.lines = 0..<0
        meaning.notices = []
        meaning.body.lines = 0..<0
        for index in parameters.indices { meaning.parameters[index].line = 0 }
        for index in headers.indices { meaning.headers[index].line = 0 }
        for index in prompts.indices { meaning.prompts[index].line = 0 }
        for index in dependencies.indices { meaning.dependencies[index].line = 0 }
        for index in assertions.indices { meaning.assertions[index].line = 0 }
        for index in captures.indices { meaning.captures[index].line = 0 }
        meaning.outputFile?.line = 0
        meaning.loop?.line = 0
        meaning.disabledCondition?.line = 0
        return meaning
    }
}
