/** A Markdown table; the formatter aligns its columns. */
export const markdownTable = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * Replaces what a document has between `<!-- mark -->` and `<!-- /mark -->`.
 * @param mark kind and name, e.g. `bench: requests`
 * @throws when the document has no such place
 */
export function replaceMarked(document: string, mark: string, content: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`the document has no ${begin} … ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${content}\n\n${document.slice(to)}`;
}
