/// The ids of `apitui lint`, of `L` on the screen and of the notices of a request: what each found, and what to do about it.
extension Term {
    static let notices: [Term] = [
        notice("N1", "An indented ###. It is a comment here, and httpYac begins a request with it."),
        notice(
            "N2",
            "A request line without ### above it, in a body or in a saved response. It is not sent as a request. Write ### above it."
        ),
        notice(
            "N3",
            "A heading in a Markdown body that begins with ### ends the request. Keep such a text in a file: < file.md."
        ),
        notice(
            "N4", "Two requests have the same name, so a reference to it is an error. Give one of them another # @name."
        ),
        notice(
            "N5",
            "A timeout without a unit, which may be meant as milliseconds. It is read as seconds. Write the unit: 500 ms, 5 s."
        ),
        notice(
            "N6",
            "?? directly below the request line. It is a check here, and REST Client reads it as a part of the query."),
        notice("N7", "The empty line between headers and body is missing. Write it."),
        notice("N8", "JavaScript in {{ }}. It is not run, so it has no value here."),
        notice(
            "N9",
            "A variable is defined more than once, with different values. A use takes the nearest definition above it."),
        notice(
            "N10",
            "The file and the environment give a variable different values. The notice says which counts; # @variables environment-first changes that."
        ),
        notice("N11", "A check that httpYac reads in another way."),
        notice("N12", "Comment lines in a body. They are not sent, unless # @keep-body-comments is above the request."),
        notice(
            "N13",
            "A script. An info says what it sets and checks. A warning says that it is not run, and names what is not read, with its line."
        ),
        notice(
            "N14",
            "A tag, a line or a key of a login that belongs to another tool or has no effect here, or a misspelt tag. It stays in the file."
        ),
        notice("N15", "A variable whose value comes from a secret provider. It has no value here."),
        notice("N16", "A protocol that is not HTTP, such as WebSocket or gRPC. The request is kept and not sent."),
        notice("N17", "Quotes around the value of a variable. They are a part of the value."),
        notice("N18", "A variable line below a request or its body. It is not sent here; other tools may send it."),
        notice(
            "N19",
            "A private environment file, or an .env file with a secret, that git would commit. Add its name to .gitignore."
        ),
        notice(
            "N20",
            "What looks like a secret is in an environment file that others see. Move it to the private file beside it."
        ),
        notice(
            "N21",
            "A login in a header that would be sent as text, because another tool writes it so, or an AWS login whose region neither it nor the host names. The request is not sent; the sentence says what to write instead."
        ),
        notice("E1", "A line that apitui does not recognise. Everything around it is still used."),
        notice(
            "E2",
            "No target, a path without a server, a URL that is not valid, or a curl command that makes no request. The request cannot be sent."
        ),
        notice("E3", "A comment, a script, a quotation mark or a {{reference that does not end."),
        notice(
            "E4",
            "A tag above a request whose time cannot be read, such as # @timeout soon. Write a number with a unit: 5 s."
        ),
        notice(
            "E5",
            "A tag above a request whose value is missing or cannot be read, such as # @cache sometimes. The notice says what it takes."
        ),
        notice("E6", "A ?? line that is not a check and is never sent, or a check that can never be true."),
        notice(
            "E7",
            "A name without a value, or a reference that finds nothing or goes in a circle. Define the name in the file or in an environment, ask for it (# @prompt, # @secret), or give it by --var."
        ),
        notice("E8", "A file that is imported does not exist."),
        notice("E9", "A file that a body is made of does not exist."),
        notice("E10", "The file has bytes that are not UTF-8. Its requests can be sent, and not edited."),
        notice("E11", "An environment file cannot be read. The names in it have no value."),
        notice(
            "E12",
            "The value of a variable is longer than 16 MiB, or the values of a request are longer than 64 MiB together."
        ),
        notice("E13", "# @openapi names a description that cannot be read, or an operation that it does not have."),
        notice(
            "E14",
            "A body or a header with which the request cannot be sent: lines that may be comments, an encoding that is not known, a file that holds the boundary, the body of a HEAD or TRACE request, GraphQL that is neither a query nor a mutation, a header value with a line break, or Transfer-Encoding without a body."
        ),
        notice(
            "A1",
            "The description of an API leaves something open, says it twice, refers to nothing, or has an example that its schema refuses."
        ),
        notice("A2", "A GraphQL request that its schema does not allow. It is not sent."),
    ]

    private static func notice(_ id: String, _ text: String) -> Term { Term(.notice, id, "", text) }
}
