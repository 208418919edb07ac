import { NativeSelect, TextInput } from '@mantine/core';
import type { ApiField } from '@commerce/console-api/routes/explorer.ts';
import { useTexts } from '../../../lib/texts.ts';

type Values = Record<string, string>;

/** Query parameters; an empty one is not sent. */
export function QueryFields({
  fields,
  values,
  missing,
  change,
}: {
  fields: ApiField[];
  values: Values;
  missing: string[];
  change: (values: Values) => void;
}) {
  const t = useTexts('explorer');
  return fields.map(({ name, about, required, example, values: allowed }) => {
    const common = {
      label: name,
      description: about,
      withAsterisk: required,
      value: values[name],
      error: missing.includes(name) ? t('required') : undefined,
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ ...values, [name]: event.currentTarget.value }),
    };
    if (allowed.length > 0)
      return <NativeSelect key={name} data={[{ value: '', label: '—' }, ...allowed]} {...common} />;
    return <TextInput key={name} placeholder={example} maxLength={2_048} {...common} />;
  });
}
