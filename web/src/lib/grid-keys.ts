import type { KeyboardEvent } from 'react';

/** Rows and columns to move by; undefined when the key is the field's own. */
function stepOf({ key, shiftKey, target }: KeyboardEvent): [rows: number, columns: number] | undefined {
  // A list of choices keeps its arrows.
  if (target instanceof HTMLSelectElement) return key === 'Enter' ? [shiftKey ? -1 : 1, 0] : undefined;
  const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
  const isAt = (position: number) => selectionStart === selectionEnd && selectionStart === position;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return [1, 0];
  if (key === 'ArrowUp' || key === 'Enter') return [-1, 0];
  if (key === 'ArrowRight' && (isAll || isAt(value.length))) return [0, 1];
  if (key === 'ArrowLeft' && (isAll || isAt(0))) return [0, -1];
  return undefined;
}

const fieldOf = (cell: Element | undefined) =>
  cell?.querySelector<HTMLInputElement | HTMLSelectElement>(
    ':is(input:not([type=checkbox], [readonly]), select):not(:disabled)',
  );

/**
 * Moves between the fields of a table as in a spreadsheet: up and down by the arrows and Enter, sideways by the arrows at
 * the ends of the text. For `onKeyDown` of the table.
 */
export function moveBetweenCells(event: KeyboardEvent): void {
  const { target } = event;
  const isField =
    (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLSelectElement;
  const cell = isField ? target.closest('td') : null;
  const step = cell === null || event.ctrlKey || event.metaKey || event.altKey ? undefined : stepOf(event);
  if (step === undefined) return;
  event.preventDefault();
  const [down, right] = step;
  const row = cell!.parentElement!;
  const rows = [...row.parentElement!.children];
  let at = rows.indexOf(row) + down;
  let column = [...row.children].indexOf(cell!) + right;
  for (; rows[at] !== undefined && column >= 0 && column < row.children.length; at += down, column += right) {
    const field = fieldOf(rows[at]!.children[column]);
    if (!field) continue;
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
    return;
  }
}
