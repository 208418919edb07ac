import type { ApiError } from '../../../lib/call.ts';
import type { CartLine } from './cart.ts';

/** Why lines of a cart were refused, by their places: what the platform says of `lines[n]`. */
export function problemsOf(error: ApiError, lines: readonly CartLine[]): Map<number, string> {
  const problems = error.details.flatMap(({ field = '', message }): [number, string][] => {
    const place = /^lines\[(\d+)\]/.exec(field)?.[1];
    return place === undefined || lines[Number(place)] === undefined ? [] : [[Number(place), message]];
  });
  return new Map(problems);
}
