import { html, type Html } from './html.ts';

/** Name, isolated so that it does not change the direction of the surrounding text. */
export const isolated = (name: string): Html => html`<bdi>${name}</bdi>`;

const MARK = /\ue000(\d)\ue001/;

/** Sentence with isolated names. */
export function sentence<Names extends string[]>(text: (...names: Names) => string, ...names: Names): Html {
  // Marks from Unicode's private use area do not occur in the texts.
  const marked = text(...(names.map((_name, at) => `\ue000${at}\ue001`) as Names));
  const parts = marked
    .split(MARK)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : isolated(names[Number(part)]!)));
  return html`${parts}`;
}
