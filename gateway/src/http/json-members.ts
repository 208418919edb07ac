const TOKENS = /"(?:[^"\\]|\\.)*"|:/gs;

/** How many members the objects of a well-formed JSON text are written with, at any depth, repetitions counted. */
function membersWritten(json: string): number {
  let members = 0;
  // Outside of strings, a colon follows a key and nothing else.
  for (const [token] of json.matchAll(TOKENS)) if (token === ':') members += 1;
  return members;
}

/** How many members the objects of a parsed value have. */
function membersOf(value: unknown): number {
  let members = 0;
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each !== 'object' || each === null) continue;
    const values = Object.values(each) as unknown[];
    if (!Array.isArray(each)) members += values.length;
    for (const inner of values) left.push(inner);
  }
  return members;
}

/**
 * Whether an object of a JSON text has a name twice: `JSON.parse` would take the last of them, unseen.
 * @param value the text, parsed
 */
export const hasRepeatedName = (json: string, value: unknown): boolean =>
  membersWritten(json) !== membersOf(value);
