import type { TFunction } from 'i18next';
import type { ApiError } from '../../../lib/call.ts';
import { problemText } from '../../../lib/problems.ts';
import type { CartLine } from './cart.ts';

/** Refusal reasons by line index, from problems with the field `lines[n]`. `t` must be of the area `common`. */
export function lineProblems(t: TFunction, error: ApiError, lines: readonly CartLine[]): Map<number, string> {
  const problems = error.details.flatMap((detail): [number, string][] => {
    const index = /^lines\[(\d+)\]/.exec(detail.field ?? '')?.[1];
    return index === undefined || lines[Number(index)] === undefined
      ? []
      : [[Number(index), problemText(t, detail)]];
  });
  return new Map(problems);
}
