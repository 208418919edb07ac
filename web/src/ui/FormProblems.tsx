import { useEffect } from 'react';
import { List } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../lib/call.ts';
import { errorText, problemText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';
import { FormAlert } from './FormAlert.tsx';

/** Any form, reduced to its error handling. */
// eslint-disable-next-line typescript/no-explicit-any -- a form of any shape
type AnyForm = Pick<UseFormReturnType<any>, 'setErrors' | 'getValues'>;

/**
 * Shows the problems of a submitted form: at the fields that the platform names (`variants[0].name` is Mantine's
 * `variants.0.name`), and above the form when they belong to none of them.
 */
export function FormProblems({ error, form }: { error: unknown; form: AnyForm }) {
  const t = useTexts('common');
  const details = error instanceof ApiError ? error.details : [];
  const located = details.map((detail) => ({ ...detail, path: pathOf(detail.field) }));
  const values = form.getValues() as unknown;
  const fieldProblems = located.filter(({ path }) => path !== '' && hasPath(values, path));
  const rest = located.filter((detail) => !fieldProblems.includes(detail));
  useEffect(() => {
    if (fieldProblems.length > 0)
      form.setErrors(
        Object.fromEntries(fieldProblems.map((detail) => [detail.path, problemText(t, detail)])),
      );
    // Only a new error is shown; typing clears it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- for the same reason
  }, [error]);
  if (!error) return null;
  return (
    <FormAlert cause={error}>
      {fieldProblems.length > 0 && rest.length === 0 ? t('form.seeFields') : null}
      {rest.length > 0 ? (
        <List size="sm" listStyleType="none">
          {rest.map((detail) => (
            <List.Item key={`${detail.path} ${detail.reason} ${detail.message}`}>
              {detail.path === '' ? null : <strong>{detail.path}: </strong>}
              {problemText(t, detail)}
            </List.Item>
          ))}
        </List>
      ) : null}
      {details.length === 0 ? errorText(t, error) : null}
    </FormAlert>
  );
}

const pathOf = (field = ''): string => field.replaceAll(/\[(\d+)\]/g, '.$1');

function hasPath(values: unknown, path: string): boolean {
  let value = values;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !(step in value)) return false;
    value = (value as Record<string, unknown>)[step];
  }
  return true;
}
