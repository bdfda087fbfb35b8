/// What a terminal sends by itself, among the keys: replies that came late or that nobody asked for.
package enum TerminalReplies {
    package static let all = [
        // OSC: colours, the clipboard, the title.
        "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\",
        "\u{1B}]4;1;rgb:cdcd/0000/0000\u{1B}\\",
        "\u{1B}]52;c;RGRz\u{7}", "\u{1B}]lDelete données 漢\u{1B}\\", "\u{1B}]\u{7}",
        // DCS: version, settings, capabilities, third device attributes.
        "\u{1B}P>|xterm(390)\u{1B}\\", "\u{1B}P1$r0 q\u{1B}\\", "\u{1B}P1+r544E=78746572\u{1B}\\",
        "\u{1B}P!|7E565445\u{1B}\\",
        // APC of kitty's graphics, PM, SOS.
        "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private Dq\u{1B}\\", "\u{1B}Xstring Ds\u{1B}\\",
        // The same by C1 controls, and with ST as one.
        "\u{9D}11;rgb:1e1e/1e1e/1e1e\u{9C}", "\u{90}>|xterm(390)\u{9C}", "\u{9F}Gi=31;OK\u{1B}\\", "\u{9E}x\u{9C}",
        "\u{98}x\u{9C}",
        "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{9C}",
        // CSI: device attributes, the cursor's place, modes, focus, sizes, kitty's keyboard flags, graphics.
        "\u{1B}[?62;22c", "\u{1B}[>41;390;0c", "\u{1B}[=1c", "\u{1B}[12;40R", "\u{1B}[1;5R", "\u{1B}[?12;40;1R",
        "\u{1B}[?2026;2$y",
        "\u{1B}[I", "\u{1B}[O", "\u{1B}[8;24;80t", "\u{1B}[0n", "\u{1B}[?997;1n", "\u{1B}[?1u", "\u{1B}[?1;0;256S",
        "\u{9B}?62c",
        "\u{1B}[?" + String(repeating: "1;", count: 200) + "q",
    ]
}
