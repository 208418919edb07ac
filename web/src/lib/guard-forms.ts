/**
 * Shows the problems of number fields with invalid text, and focuses the first of them.
 * @returns true if there is one
 */
export function reportInvalidNumbers(root: ParentNode): boolean {
  const invalid = [...root.querySelectorAll('input')].filter(({ validity }) => validity.customError);
  for (const field of invalid) field.checkValidity();
  invalid[0]?.focus();
  return invalid.length > 0;
}

function guard(event: SubmitEvent): void {
  if (!reportInvalidNumbers(event.target as HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Prevents the submission of any form with an invalid number field. Runs before React, whose listener is further inside. */
export const guardForms = (): void => document.addEventListener('submit', guard, { capture: true });
