/** Maximum nesting of a JSON body. */
export const MAX_JSON_DEPTH = 32;
/** Maximum number of values in a JSON body, at any depth: more than any schema allows, and checked in milliseconds. */
export const MAX_JSON_VALUES = 10_000;

/** Rejection of a JSON text; the message states the reason. */
export class JsonRejected extends Error {
  override name = 'JsonRejected';
}

/**
 * Parses JSON after one pass over its text: `JSON.parse` accepts any depth and any number of values, and silently keeps
 * the last of two members with the same name.
 * @throws JsonRejected
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decoded(bytes);
  new Scanner(text).scan();
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

const malformed = (): JsonRejected => new JsonRejected('The body is not valid JSON in UTF-8.');

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Finds the structure only; `JSON.parse` checks the syntax. */
class Scanner {
  readonly #text: string;
  /** Member names of the open containers, innermost last. */
  readonly #names: Set<string>[] = [];
  #values = 1;
  /** Start of the last string, with its quote, and the index after its end. */
  #string: [from: number, to: number] = [0, 0];

  constructor(text: string) {
    this.#text = text;
  }

  scan(): void {
    const { length } = this.#text;
    for (let at = 0; at < length; at++)
      switch (this.#text.charCodeAt(at)) {
        case 0x22: // "
          at = this.#skipString(at);
          break;
        case 0x2c: // ,
          this.#count();
          break;
        case 0x3a: // :
          this.#nameMember();
          break;
        case 0x5b: // [
        case 0x7b: // {
          this.#open();
          break;
        case 0x5d: // ]
        case 0x7d: // }
          this.#names.pop();
      }
  }

  /** @returns the index of the closing quote */
  #skipString(from: number): number {
    let at = from + 1;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) at += 1;
    }
    this.#string = [from, at + 1];
    return at;
  }

  #open(): void {
    if (this.#names.length === MAX_JSON_DEPTH)
      throw new JsonRejected(`The body is nested more than ${MAX_JSON_DEPTH} levels deep.`);
    this.#names.push(new Set());
    this.#count();
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MAX_JSON_VALUES)
      throw new JsonRejected(`The body has more than ${MAX_JSON_VALUES} values.`);
  }

  /** Outside of strings a colon only follows a name. */
  #nameMember(): void {
    const name = unescaped(this.#text.slice(...this.#string));
    // Consumed: repeated colons must not read a long name again and again.
    this.#string = [0, 0];
    const names = this.#names.at(-1);
    if (names?.has(name)) throw new JsonRejected('An object in the body has a field twice.');
    names?.add(name);
  }
}

function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  try {
    return JSON.stringify(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
