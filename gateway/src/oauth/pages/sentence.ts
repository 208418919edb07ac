import { html, type Html } from './html.ts';

/** A name, kept from turning the direction of the text around it. */
export const isolated = (name: string): Html => html`<bdi>${name}</bdi>`;

const MARK = /\ue000(\d)\ue001/;

/** A sentence of ours with names of others in it, each isolated. */
export function sentence<Names extends string[]>(text: (...names: Names) => string, ...names: Names): Html {
  // The marks are of Unicode's private area: no text of ours has them.
  const marked = text(...(names.map((_name, at) => `\ue000${at}\ue001`) as Names));
  const parts = marked
    .split(MARK)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : isolated(names[Number(part)]!)));
  return html`${parts}`;
}
