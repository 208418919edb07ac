import type { FormErrors } from '@mantine/form';

/** The problem of the line at an index, for instance that its stock is not sufficient. */
export const lineProblem = (errors: FormErrors, index: number): FormErrors[string] =>
  Object.entries(errors).find(([path]) => `${path}.`.startsWith(`lines.${index}.`))?.[1];

/** Removes the problems of single lines, which name positions: they end when the lines change. */
export function clearLineProblems(form: {
  errors: FormErrors;
  clearFieldError: (path: string) => void;
}): void {
  for (const path of Object.keys(form.errors)) if (path.startsWith('lines.')) form.clearFieldError(path);
}
