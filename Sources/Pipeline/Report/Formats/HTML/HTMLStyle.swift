/// How the page looks: light and dark, on a phone, on paper. Colours of text keep 4.5 : 1 against what is behind them.
enum HTMLStyle {
  static let sheet: StaticString = """

    :root { --text: #1c2127; --faint: #57606a; --back: #ffffff; --card: #f4f6f8; --line: #d3d9df; --link: #0a58b0;
      --good: #17692f; --fair: #855a00; --bad: #b4232c;
      --created: #2f8f4e; --modified: #2f74c0; --unchanged: #9aa5b1; --filtered: #c9ab4b; --rejected: #cf3a43;
      --failed: #7a1f57; --plain: #4f7fb5; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e4e8ec; --faint: #a0aab4; --back: #12161b; --card: #1b2128; --line: #343c45; --link: #86bcff;
        --good: #5cc47a; --fair: #e0b040; --bad: #ff8b86;
        --created: #3fa862; --modified: #4d8fd6; --unchanged: #6c7782; --filtered: #b3984a; --rejected: #e5565c;
        --failed: #c26aa0; --plain: #6f9fd4; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif; }
    main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
    main:focus { outline: none; }
    footer { color: var(--faint); font-size: .875rem; padding-top: 2rem; padding-bottom: 2rem; }
    h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
    h1 { font-size: 1.5rem; margin: 1.5rem 0 1rem; }
    h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
    p { margin: .5rem 0; overflow-wrap: anywhere; }
    a { color: var(--link); }
    a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    code { font: .875em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
      overflow-wrap: anywhere; unicode-bidi: isolate; }
    .skip { position: absolute; left: -100vw; top: 0; background: var(--back); padding: .5rem 1rem; z-index: 1; }
    .skip:focus { left: 0; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

    .verdict { border: 1px solid var(--line); border-left: .5rem solid; border-radius: .5rem; background: var(--card);
      padding: .75rem 1.25rem 1rem; }
    .verdict.good { border-left-color: var(--good); }
    .verdict.fair { border-left-color: var(--fair); }
    .verdict.bad { border-left-color: var(--bad); }
    .headline { font-size: 1.375rem; font-weight: 650; line-height: 1.3; }
    .sign { display: inline-block; min-width: 1.5em; font-weight: 700; }
    .good > .sign, .good .headline .sign { color: var(--good); }
    .fair > .sign, .fair .headline .sign { color: var(--fair); }
    .bad > .sign, .bad .headline .sign { color: var(--bad); }
    .reasons { list-style: none; margin: .75rem 0; padding: 0; }
    .reasons li { display: flex; margin: .25rem 0; overflow-wrap: anywhere; }
    .reasons a { min-width: 0; }
    .fault { border-left: 3px solid var(--bad); padding-left: .75rem; font-size: .9375rem; }
    .next { color: var(--faint); }
    .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .5rem 1.5rem;
      margin: 1.25rem 0 0; }
    .facts div { min-width: 0; }
    dt { color: var(--faint); font-size: .8125rem; }
    dd { margin: 0; overflow-wrap: anywhere; }
    .hash { color: var(--faint); font-size: .75rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }

    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0; }
    table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
    th, td { padding: .4rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
    thead th { border-top: 0; background: var(--card); font-size: .8125rem; color: var(--faint); white-space: nowrap; }
    tbody th { font-weight: 400; min-width: 11rem; max-width: 26rem; }
    tbody td { max-width: 26rem; overflow-wrap: anywhere; }
    td.path { min-width: 11rem; }
    .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .zero { color: var(--faint); }
    td.rejected, td.failed { color: var(--bad); font-weight: 600; }
    td.zero { font-weight: 400; color: var(--faint); }
    .total th, .total td { font-weight: 650; border-top: 2px solid var(--line); }
    .from { display: block; color: var(--faint); font-size: .8125rem; }
    .bar { min-width: 9rem; width: 22%; }
    svg { display: block; width: 100%; background: var(--card); }
    svg.stack { height: .75rem; margin-top: .35rem; border-radius: .25rem; }
    svg.columns { height: 7rem; border-bottom: 1px solid var(--line); }
    .created { fill: var(--created); } .modified { fill: var(--modified); } .unchanged { fill: var(--unchanged); }
    .filtered { fill: var(--filtered); } .rejected { fill: var(--rejected); } .failed { fill: var(--failed); }
    .plain { fill: var(--plain); }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .5rem 0; padding: 0;
      font-size: .8125rem; color: var(--faint); }
    .key { display: inline-block; width: .75rem; height: .75rem; border-radius: .2rem; margin-right: .4rem; }
    .key.created { background: var(--created); } .key.modified { background: var(--modified); }
    .key.unchanged { background: var(--unchanged); } .key.filtered { background: var(--filtered); }
    .key.rejected { background: var(--rejected); } .key.failed { background: var(--failed); }

    summary { cursor: pointer; padding: .25rem 0; }
    summary h3 { display: inline; }
    .meaning { font-weight: 400; color: var(--faint); }
    .advice { color: var(--text); }
    .group { border-left: 3px solid var(--line); padding-left: 1rem; margin: .75rem 0 1.25rem; }
    .group p { margin: .25rem 0; }
    .samples { margin: .25rem 0; padding-left: 1.25rem; font-size: .875rem; }
    .samples li { overflow-wrap: anywhere; }
    .fix, .wanted, .note, .more { font-size: .875rem; }
    .note, .more { color: var(--faint); }
    .warnings { padding-left: 1.25rem; overflow-wrap: anywhere; }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .75rem; margin: .75rem 0; }
    .figures > div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
    .figures b { display: block; font-size: 1.25rem; }
    .figures .note { display: block; font-size: .8125rem; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem 2rem; }
    figure { margin: 0; min-width: 0; }
    figcaption { font-size: .875rem; margin-bottom: .35rem; overflow-wrap: anywhere; }
    .axis { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 1rem; color: var(--faint); font-size: .75rem; margin: .25rem 0; }
    .numbers summary { font-size: .875rem; color: var(--link); }

    @media (max-width: 40rem) {
      main, footer { padding: 0 .875rem; }
      .verdict { padding: .5rem .875rem .75rem; border-left-width: .375rem; }
      .headline { font-size: 1.1875rem; }
      tbody th { min-width: 9rem; max-width: 14rem; }
      tbody td { max-width: 14rem; }
    }
    @media print {
      :root { --back: #ffffff; --card: #ffffff; --text: #000000; --faint: #444444; --line: #999999; --link: #000000; }
      body { font-size: 10pt; }
      main, footer { max-width: none; padding: 0; }
      .scroll { overflow: visible; border: 0; }
      table { font-size: 8pt; }
      thead th { white-space: normal; }
      th, td { padding: .15rem .3rem; }
      tbody th { min-width: 0; }
      .bar { min-width: 4rem; }
      details::details-content { content-visibility: visible; height: auto; }
      details > * { display: block; }
      .numbers { display: none; }
      .group, figure, tr { break-inside: avoid; }
      svg, .key { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .skip { display: none; }
    }

    """
}
