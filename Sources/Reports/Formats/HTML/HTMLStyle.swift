/// How the page looks: light or dark, as the reader's system is.
enum HTMLStyle {
    static let sheet: StaticString = """
        :root{color-scheme:light dark;--back:#fff;--fore:#1d2430;--quiet:#5b6675;--line:#d9dee6;--soft:#f4f6f9;--good:#18794e;\
        --bad:#c0281f;--badsoft:#fdecea;--bar:#3d6fd1;--queue:#a7b0bd;--dns:#2a9d8f;--connect:#d98324;--tls:#8e5bc0;--send:#4c9a2a;\
        --wait:#3d6fd1;--receive:#22a6c3}
        @media (prefers-color-scheme:dark){:root{--back:#12161d;--fore:#e3e8ef;--quiet:#98a3b3;--line:#2c3542;--soft:#1a2029;\
        --good:#4cc38a;--bad:#ff7a70;--badsoft:#3a1c1b;--bar:#6c9cff;--queue:#6b7685;--dns:#4cc9b8;--connect:#f0a34e;--tls:#b98ae8;\
        --send:#7fce5c;--wait:#6c9cff;--receive:#4fd0ea}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--back);color:var(--fore);font:15px/1.5 system-ui,sans-serif}
        main{max-width:1280px;margin:0 auto;padding:24px 20px 60px}
        h1{font-size:1.5rem;margin:0 0 8px;overflow-wrap:anywhere}
        h2{font-size:1.15rem;margin:36px 0 10px;border-bottom:1px solid var(--line);padding-bottom:4px}
        code,pre{font:13px/1.45 ui-monospace,monospace}
        code,td,th,summary,p{overflow-wrap:anywhere}
        .verdict{display:inline-block;padding:0 10px;border-radius:6px;color:var(--back);background:var(--good)}
        .verdict.bad{background:var(--bad)}
        .bad{color:var(--bad)}
        .verdict.bad{color:var(--back)}
        .quiet,footer,summary code,th code{color:var(--quiet)}
        .facts{display:flex;flex-wrap:wrap;gap:6px 28px;margin:12px 0 0}
        .facts dt{color:var(--quiet);font-size:.8rem}
        .facts dd{margin:0}
        details.failure{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:6px;margin:10px 0;padding:8px 14px;\
        background:var(--soft)}
        details details{margin:8px 0}
        summary{cursor:pointer}
        table{border-collapse:collapse}
        .findings th{text-align:left;font-weight:600;padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap}
        .findings td{padding:2px 0;white-space:pre-wrap}
        pre{margin:6px 0;padding:8px 10px;background:var(--back);border:1px solid var(--line);border-radius:6px;max-height:420px;\
        overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
        .wide{overflow-x:auto}
        .requests{width:100%;font-size:13px}
        .requests th,.requests td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
        .requests thead th{color:var(--quiet);font-weight:600;white-space:nowrap}
        .requests tbody th{font-weight:400;min-width:200px}
        .requests td{white-space:nowrap;font-variant-numeric:tabular-nums}
        .requests tr.bad th b{color:var(--bad)}
        .requests tr.bad{color:inherit}
        .idle{opacity:.6}
        svg.histogram{display:block;max-width:100%;background:var(--soft)}
        #latency svg.histogram{width:100%}
        svg.histogram rect{fill:var(--bar)}
        .scale{display:flex;justify-content:space-between;margin:2px 0;color:var(--quiet);font-size:13px}
        .waterfall{max-height:75vh;overflow:auto;border:1px solid var(--line);border-radius:6px;padding:0 8px 8px}
        .waterfall>div{display:grid;grid-template-columns:minmax(90px,22%) 1fr;gap:10px;align-items:center}
        .axis{position:sticky;top:0;height:26px;background:var(--back);z-index:1}
        .axis>span,.row>span+span{position:relative;height:100%}
        .axis i{position:absolute;bottom:0;padding-left:3px;border-left:1px solid var(--line);font:12px/18px system-ui,sans-serif;\
        color:var(--quiet);white-space:nowrap}
        .row{height:17px;font-size:12px}
        .row>span:first-child{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .row b{position:absolute;top:3px;height:11px;min-width:2px;background:var(--queue);display:flex;overflow:hidden;border-radius:2px}
        .row b.bad{outline:2px solid var(--bad);background:var(--bad)}
        .row b i,.phases i{display:block;height:100%;flex:none}
        .phases{display:flex;width:120px;height:11px;margin-top:5px;overflow:hidden;border-radius:2px;background:var(--soft)}
        .legend{display:flex;flex-wrap:wrap;gap:4px 14px;margin:6px 0;color:var(--quiet);font-size:13px}
        .legend i{display:inline-block;width:12px;height:11px;border-radius:2px;vertical-align:-1px}
        .p-none{background:var(--queue)}.legend .bad{background:var(--bad)}.p-queue{background:var(--queue)}.p-dns{background:var(--dns)}
        .p-connect{background:var(--connect)}.p-tls{background:var(--tls)}.p-send{background:var(--send)}.p-wait{background:var(--wait)}
        .p-receive{background:var(--receive)}
        footer{margin-top:40px;font-size:13px}
        @media print{.waterfall,pre{max-height:none}}

        """
}
