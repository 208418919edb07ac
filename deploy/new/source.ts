import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A problem with what was asked for, in words for a person. */
export class ScaffoldError extends Error {}

/** The files of a checkout that a skeleton adds to: nothing is written before `write`. */
export class Source {
  readonly #root: string;
  readonly #texts = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Text of a file as it will be. @throws ScaffoldError when it does not exist */
  read(file: string): string {
    const text = this.#texts.get(file);
    if (text !== undefined) return text;
    if (!this.has(file)) throw new ScaffoldError(`${file} does not exist.`);
    return readFileSync(path.join(this.#root, file), 'utf8');
  }

  has(file: string): boolean {
    return this.#texts.has(file) || existsSync(path.join(this.#root, file));
  }

  /** Adds a file. @throws ScaffoldError when it exists */
  create(file: string, text: string): void {
    if (this.has(file)) throw new ScaffoldError(`${file} exists already.`);
    this.#texts.set(file, text);
  }

  append(file: string, text: string): void {
    this.#texts.set(file, `${this.read(file).trimEnd()}\n${text}`);
  }

  /** Adds text after the first match of a pattern. @throws ScaffoldError when nothing matches */
  insertAfter(file: string, pattern: RegExp, text: string): void {
    const before = this.read(file);
    const match = pattern.exec(before);
    if (match === null) throw new ScaffoldError(`${file} has no ${String(pattern)} to add to.`);
    const at = match.index + match[0].length;
    this.#texts.set(file, before.slice(0, at) + text + before.slice(at));
  }

  /** Adds a line in its order among the lines that match a pattern. */
  insertSorted(file: string, like: RegExp, line: string): void {
    const lines = this.read(file).split('\n');
    const next = lines.findIndex((each) => like.test(each) && each > line);
    const last = lines.findLastIndex((each) => like.test(each));
    lines.splice(next === -1 ? last + 1 : next, 0, line);
    this.#texts.set(file, lines.join('\n'));
  }

  /** Writes everything. @returns the files */
  write(): string[] {
    for (const [file, text] of this.#texts) {
      mkdirSync(path.dirname(path.join(this.#root, file)), { recursive: true });
      writeFileSync(path.join(this.#root, file), text);
    }
    return [...this.#texts.keys()];
  }
}

/** `get-price-list` for `GetPriceList` and `stock.counted_twice`. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/[._]/g, '-')
    .toLowerCase();

/** `GetPriceList` for `get-price-list`. */
export const pascal = (name: string): string =>
  kebab(name).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `getPriceList` for `get-price-list`. */
export const camel = (name: string): string => pascal(name).replace(/^\w/, (letter) => letter.toLowerCase());

/** A test that fails with a list of what the skeleton leaves open. */
export const openTest = (title: string, steps: string[]): string =>
  `import { expect, test } from 'vitest';

test('${title}', () => {
  expect([
${steps.map((step) => `    ${JSON.stringify(step)},`).join('\n')}
  ]).toEqual([]);
});
`;
