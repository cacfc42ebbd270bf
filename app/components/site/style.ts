/** The whole look of a static site: both schemes, print, 320 px. */
export const SITE_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f27, #e6e9ef); --soft: light-dark(#566070, #9aa4b5);
  --line: light-dark(#d9dee6, #2b323d); --paper: light-dark(#ffffff, #12151a); --plate: light-dark(#f4f6f9, #1a1f27);
  --mark: light-dark(#8a4b00, #ffb454); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; border-bottom: 1px solid var(--line); }
header strong { font-size: 1.1rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a, td a, th a { display: inline-block; padding: .15rem 0; }
a { color: inherit; text-decoration-color: var(--mark); text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
[aria-current] { font-weight: 700; text-decoration: none; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
.soft, footer { color: var(--soft); font-size: .9rem; }
.poster, .text img { max-width: 100%; height: auto; }
.text pre, .text table, .scroll { overflow-x: auto; max-width: 100%; }
.text pre { background: var(--plate); padding: .75rem; border-radius: 6px; }
.text table { display: block; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; }
tbody th { font-weight: 400; }
.n { text-align: end; white-space: nowrap; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures b { display: block; font-size: 1.4rem; }
.bars { display: block; width: 100%; height: 120px; background: var(--plate); }
.bars .right { fill: var(--mark); }
.bars .wrong { fill: var(--soft); opacity: .5; }
@media print { nav, footer { display: none; } }
`
