extension SavedRequest {
    /// The request without its position in the file: two requests that mean the same are equal.
    ///
    /// Notices are left out, because some depend on the neighbouring requests.
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
        for index in handlers.indices { meaning.handlers[index].line = 0 }
        meaning.outputFile?.line = 0
        meaning.loop?.line = 0
        meaning.disabledCondition?.line = 0
        return meaning
    }

    /// True if both mean the same, documentation aside. Copies nothing, because a file may hold many requests.
    package func says(sameAs other: SavedRequest) -> Bool {
        method == other.method && target == other.target && name == other.name && title == other.title
            && httpVersion == other.httpVersion && body.text == other.body.text && settings == other.settings
            && unsupported == other.unsupported && curl == other.curl && sleep == other.sleep
            && graphQL == other.graphQL && loop?.over == other.loop?.over
            && outputFile?.path == other.outputFile?.path && outputFile?.overwrites == other.outputFile?.overwrites
            && disabledCondition?.variable == other.disabledCondition?.variable
            && disabledCondition?.isNegated == other.disabledCondition?.isNegated
            && parameters.elementsEqual(other.parameters) { a, b in
                a.name == b.name && a.value == b.value && a.isEnabled == b.isEnabled
            }
            && headers.elementsEqual(other.headers) { a, b in
                a.name == b.name && a.value == b.value && a.isEnabled == b.isEnabled
            }
            && prompts.elementsEqual(other.prompts) { a, b in
                a.variable == b.variable && a.text == b.text && a.isSecret == b.isSecret
            }
            && dependencies.elementsEqual(other.dependencies) { a, b in a.name == b.name && a.isForced == b.isForced }
            && assertions.elementsEqual(other.assertions) { a, b in a.text == b.text && a.spelling == b.spelling }
            && captures.elementsEqual(other.captures) { a, b in
                a.variable == b.variable && a.expression == b.expression
            }
            && handlers.elementsEqual(other.handlers) { a, b in a.phase == b.phase && a.statements == b.statements }
    }
}
