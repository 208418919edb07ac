import { useEffect } from 'react';
import { List } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiError, type ProblemDetail } from '../../../../lib/call.ts';
import { errorText, problemText } from '../../../../lib/problems.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { FormAlert } from '../../../../ui/FormAlert.tsx';
import { pendingParts, type PartFailed } from './save-product.ts';
import type { ProductValues } from './values.ts';

/** Names what could not be saved, and why. The input stays in the form. */
export function SaveFailure({
  failure,
  form,
}: {
  failure: PartFailed;
  form: Pick<UseFormReturnType<ProductValues>, 'setErrors'>;
}) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { cause, saving, entries } = failure;
  const details = cause instanceof ApiError ? cause.details : [];
  useEffect(() => {
    form.setErrors(
      Object.fromEntries(
        details.flatMap((detail) =>
          detail.field === undefined
            ? []
            : [[detail.field.replaceAll(/\[(\d+)\]/g, '.$1'), problemText(common, detail)]],
        ),
      ),
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new failure is shown; typing clears it
  }, [failure]);
  const unsaved = pendingParts(saving).map((part) => t(`save.part.${part}`));
  /** The variant and the field of a problem. */
  const where = ({ field = '' }: ProblemDetail): string => {
    const at = /^(?:variants|items)\[(\d+)\]/.exec(field)?.[1];
    const name = field
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1)!;
    const label = t(`field.${name}`, { defaultValue: '' });
    return [at === undefined ? '' : (entries[Number(at)] ?? ''), label]
      .filter((part) => part !== '')
      .map((part) => `${part}: `)
      .join('');
  };
  const lines = new Set(details.map((detail) => `${where(detail)}${problemText(common, detail)}`));
  return (
    <FormAlert cause={failure}>
      <strong>{t('save.failed', { parts: unsaved.join(', ') })}</strong>
      <List size="sm" listStyleType="none" my={4}>
        {lines.size === 0 ? <List.Item>{errorText(common, cause)}</List.Item> : null}
        {[...lines].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {t('save.kept')}
    </FormAlert>
  );
}
