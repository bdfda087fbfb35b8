import NetEngine

/// What the user must do before a token can be fetched.
package struct SignIn: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// Open the URL and sign in.
        /// - Parameter pastes: the redirect URL if it does not lead to this machine; the user then pastes the address
        ///   to which the browser was redirected.
        case browser(url: String, pastes: String?)
        /// Open the page and type the code.
        case device(OAuth2DeviceCode)
    }

    /// Counts the sign-ins of this run.
    package var number: Int
    /// The login's name.
    package var login: String
    package var way: Way
    /// How long the program waits for it.
    package var limit: Duration

    /// The URL to open or copy.
    package var url: String {
        switch way {
        case .browser(let url, _): url
        case .device(let code): code.verificationURIComplete ?? code.verificationURI
        }
    }

    /// The instructions as a terminal shows them.
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

/// Events about tokens that the screen or the terminal shows.
package enum TokenNews: Sendable {
    /// The user must sign in.
    case signIn(SignIn)
    /// The sign-in was completed or given up.
    case signInEnded(number: Int, isDone: Bool)
    /// An error that does not fail a request, as one sentence.
    case problem(String)
}
