import { createHash } from 'node:crypto';
import { Html } from './html.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #17212b; --soft: #5a6673; --line: #dce1e6; --card: #fff; --page: #f3f5f7;
  --accent: #0b5cad; --on-accent: #fff; --mark: #e3f0fd; --mark-ink: #0a4a8c; --bad: #a51c1c; --bad-bg: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a3b0bd; --line: #36414d; --card: #1c242d;
  --page: #12181f; --accent: #6db3f8; --on-accent: #08213a; --mark: #17395c; --mark-ink: #b9dbfd; --bad: #ffb4b4; --bad-bg: #4a1d1d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.brand { margin: 0 0 1rem; color: var(--soft); font-size: .875rem; font-weight: 600; text-align: center; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
.app { display: flex; gap: .75rem; align-items: center; margin-bottom: 1rem; }
.logo { width: 3rem; height: 3rem; flex: none; border-radius: .6rem; object-fit: contain; background: var(--mark);
  color: var(--mark-ink); font-size: 1.5rem; font-weight: 700; line-height: 3rem; text-align: center; }
.app strong { display: block; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .9rem; }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
ul { margin: .25rem 0 1rem; padding-left: 1.25rem; }
li { margin: .25rem 0; }
.new { background: var(--mark); color: var(--mark-ink); border-radius: .3rem; padding: 0 .4rem; font-size: .8rem; font-weight: 600; }
label { display: block; font-weight: 600; margin: .9rem 0 .25rem; }
label.choice { display: flex; gap: .6rem; align-items: center; font-weight: 400; border: 1px solid var(--line);
  border-radius: .5rem; padding: .7rem .8rem; margin: .5rem 0; cursor: pointer; }
input[type=email], input[type=password] { width: 100%; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: .5rem; padding: .6rem .7rem; }
button { width: 100%; font: inherit; font-weight: 600; border-radius: .5rem; padding: .7rem 1rem; margin-top: .75rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: var(--accent); }
button.link { width: auto; border: 0; background: none; color: var(--accent); padding: 0; margin: 0; font-weight: 400;
  text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { background: var(--bad-bg); color: var(--bad); border-radius: .5rem; padding: .6rem .8rem; margin: .75rem 0 0; }
.who { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: 1rem; overflow-wrap: anywhere; }
.who form { display: inline; }
`;

/** Style of the pages, inline so that it needs no request. */
export const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** CSP source that allows only this style. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
