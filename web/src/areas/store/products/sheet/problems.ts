import { ApiError, type ProblemDetail } from '../../../../lib/call.ts';
import { writeNumber } from '../../../../lib/number-text.ts';
import { errorText, problemText } from '../../../../lib/problems.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { readCell, RULES, type ColumnName } from './cells.ts';

/** Describes what is wrong with the text of a cell; empty for nothing. */
export function useCellProblem(label: (visibility: string) => string) {
  const t = useTexts('products');
  const common = useTexts('common');
  const unreadable = (problem: string, column: ColumnName): string => {
    if (problem === 'visibility') return t('sheet.unknownVisibility');
    if (problem === 'missing') return common('problems.missing');
    const rule = RULES[column as keyof typeof RULES];
    const bound = writeNumber(problem === 'tooSmall' ? rule.min : rule.max, rule);
    return common(`number.${problem}`, { count: rule.decimals, example: rule.example, bound });
  };
  return (
    column: ColumnName,
    text: string,
    stored: { value: number | string | null; text: string },
    /** Reason why the platform refused the cell. */
    refusal: unknown,
  ): string => {
    const reading = readCell(column, text, stored.value, label);
    if ('problem' in reading) return unreadable(reading.problem, column);
    if (refusal === undefined) return '';
    const detail = refusal instanceof Error ? undefined : (refusal as ProblemDetail);
    const isChanged =
      detail?.reason === 'changed_since_read' ||
      (refusal instanceof ApiError && refusal.has('changed_since_read'));
    if (isChanged) return t('sheet.changed', { value: stored.text || '—' });
    return detail === undefined ? errorText(common, refusal) : problemText(common, detail);
  };
}
