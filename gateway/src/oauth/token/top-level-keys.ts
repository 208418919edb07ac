const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** How many keys the object of a well-formed JSON text is written with, repetitions counted. */
export function topLevelKeys(json: string): number {
  let depth = 0;
  let keys = 0;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    // Outside of strings, a colon follows a key and nothing else.
    else if (token === ':' && depth === 1) keys += 1;
  }
  return keys;
}
