/**
 * Shows what is wrong in number fields that hold an invalid text, and focuses the first of them.
 * @returns whether there is one
 */
export function refuseUnreadable(root: ParentNode): boolean {
  const invalid = [...root.querySelectorAll('input')].filter(({ validity }) => validity.customError);
  for (const field of invalid) field.checkValidity();
  invalid[0]?.focus();
  return invalid.length > 0;
}

function guard(event: SubmitEvent): void {
  if (!refuseUnreadable(event.target as HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keeps every form from being submitted while a number field in it holds an invalid text. Comes before React, which listens further inside. */
export const guardForms = (): void => document.addEventListener('submit', guard, { capture: true });
