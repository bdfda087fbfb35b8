import NetEngine

/// What a person must do before a token can be had.
package struct SignIn: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// Open the URL, and let the program in.
        /// - Parameter pastes: the redirect URL, where it does not lead to this machine: then the person hands over the
        ///   address to which the browser was sent.
        case browser(url: String, pastes: String?)
        /// Go there and type the code.
        case device(OAuth2DeviceCode)
    }

    /// Counts the sign-ins of this run.
    package var number: Int
    /// The login's name.
    package var login: String
    package var way: Way
    /// How long it is waited for.
    package var limit: Duration

    /// What a browser shall open, or a person copy.
    package var url: String {
        switch way {
        case .browser(let url, _): url
        case .device(let code): code.verificationURIComplete ?? code.verificationURI
        }
    }

    /// For the terminal.
    package var sentence: String {
        switch way {
        case .browser(let url, let pastes):
            "Sign in (\(login)) with your browser: \(url)"
                + (pastes.map { "\nThen paste the address that begins with \($0), and press Enter:" } ?? "")
        case .device(let code):
            "Sign in (\(login)) at \(code.verificationURI) with the code \(code.userCode)"
                + (code.verificationURIComplete.map { ", or at \($0)" } ?? "")
        }
    }
}

/// What becomes of tokens, for who watches.
package enum TokenNews: Sendable {
    /// A person must do something.
    case signIn(SignIn)
    /// It was done, or given up.
    case signInEnded(number: Int, isDone: Bool)
    /// Something went wrong beside the request: one sentence.
    case problem(String)
}
