import type { TFunction } from 'i18next';
import type { ApiError } from '../../../lib/call.ts';
import { problemText } from '../../../lib/problems.ts';
import type { CartLine } from './cart.ts';

/** Refusal reasons by line index, from problems with the field `lines[n]`. `t` must be of the area `common`. */
export function problemsOf(t: TFunction, error: ApiError, lines: readonly CartLine[]): Map<number, string> {
  const problems = error.details.flatMap((detail): [number, string][] => {
    const place = /^lines\[(\d+)\]/.exec(detail.field ?? '')?.[1];
    return place === undefined || lines[Number(place)] === undefined
      ? []
      : [[Number(place), problemText(t, detail)]];
  });
  return new Map(problems);
}
