import { createHash } from 'node:crypto';
import { Html } from './html.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #17212b; --soft: #56606b; --line: #e3e7ea; --field: #ced4da; --card: #fff;
  --page: #f4f6f7; --button: #14766f; --hover: #0b5f59; --link: #14766f; --mark: #e8f5f4; --mark-ink: #0b5f59;
  --bad: #c92a2a; --bad-bg: #fdeeee; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde3e8; --soft: #a8b2bc; --line: #2f353b; --field: #3a434b;
  --card: #1f252b; --page: #15191d; --hover: #258d85; --link: #77beb8; --mark: #183a37; --mark-ink: #a7d4d0;
  --bad: #ff8787; --bad-bg: #3b2123; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 1.25rem; padding: 1.5rem 1rem 2.5rem; background: var(--page); color: var(--ink); -webkit-font-smoothing: antialiased;
  font: 1rem/1.5 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif; }
.brand { display: flex; gap: .6rem; align-items: center; font-size: 1.125rem; font-weight: 700; letter-spacing: -.02em; }
.mark { width: 28px; height: 28px; flex: none; }
.card { width: 100%; max-width: 28rem; padding: 1.75rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; }
.app { display: flex; gap: .75rem; align-items: center; margin-bottom: 1.25rem; }
.logo { width: 3rem; height: 3rem; flex: none; border-radius: .75rem; object-fit: contain; background: var(--mark);
  color: var(--mark-ink); font-size: 1.4rem; font-weight: 700; line-height: 3rem; text-align: center; }
.app div { min-width: 0; }
.app strong { display: block; font-weight: 650; }
.app strong, .app .soft { overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .875rem; }
h1 { font-size: 1.375rem; font-weight: 650; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: .875rem; font-weight: 650; margin: 1.1rem 0 .4rem; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: .25rem .9rem; border: 1px solid var(--line); border-radius: .6rem; }
li { display: flex; gap: .65rem; padding: .5rem 0; font-size: .9rem; line-height: 1.4; overflow-wrap: anywhere; }
li span { min-width: 0; }
li + li { border-top: 1px solid var(--line); }
.icon { width: 1.15rem; height: 1.15rem; margin-top: .05rem; flex: none; color: var(--link); }
.new { background: var(--mark); color: var(--mark-ink); border-radius: 1rem; padding: .05rem .5rem; font-size: .75rem;
  font-weight: 650; white-space: nowrap; }
form { margin: 0; }
label { display: block; font-size: .875rem; font-weight: 550; margin: 1rem 0 .3rem; }
label.choice { display: flex; gap: .65rem; align-items: center; font-size: 1rem; font-weight: 400;
  border: 1px solid var(--field); border-radius: .6rem; padding: .75rem .9rem; margin: .5rem 0; cursor: pointer; overflow-wrap: anywhere; }
label.choice:has(:checked) { border-color: var(--link); background: var(--mark); }
input[type=radio] { width: 1.1rem; height: 1.1rem; flex: none; margin: 0; accent-color: var(--button); }
input[type=email], input[type=password] { width: 100%; min-height: 2.75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: .5rem; padding: .5rem .75rem; }
input[aria-invalid] { border-color: var(--bad); }
button { width: 100%; min-height: 2.75rem; font: inherit; font-weight: 600; border-radius: .5rem; padding: .5rem 1rem;
  margin-top: 1rem; border: 1px solid var(--button); background: var(--button); color: #fff; cursor: pointer; }
button:hover { background: var(--hover); border-color: var(--hover); }
button.quiet { margin-top: .6rem; background: transparent; border-color: var(--field); color: var(--ink); }
button.quiet:hover { background: var(--page); }
button.link { width: auto; min-height: 0; border: 0; background: none; color: var(--link); padding: 0; margin: 0;
  font-size: inherit; font-weight: 400; text-decoration: underline; text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.error { background: var(--bad-bg); color: var(--bad); border-radius: .5rem; padding: .65rem .85rem; margin: 1rem 0 0; font-size: .9rem; }
.note { margin: 1rem 0 0; }
.who { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: 1rem; overflow-wrap: anywhere; }
.who strong { font-weight: 600; color: var(--ink); }
.who form { display: inline; }
@media (max-width: 30rem) { body { justify-content: start; } .card { padding: 1.25rem; } }
`;

/** Style of the pages, inline so that it needs no request. */
export const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** CSP source that allows only this style. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
