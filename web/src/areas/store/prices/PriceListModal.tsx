import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { PERCENT } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { ROUNDINGS, type Rounding } from './percent.ts';

type PriceList = AnswerOf<typeof priceRoutes.lists>['items'][number];

interface Values {
  name: string;
  hasRule: boolean;
  percentBp: number | null;
  overListId: string | null;
  rounding: string | null;
}

// What lowers a price is negative.
const RULE_PERCENT = { ...PERCENT, min: -10_000, max: 100_000 };

const bodyOf = ({ name, hasRule, percentBp, overListId, rounding }: Values) => ({
  name,
  rule: hasRule
    ? {
        percentBp: percentBp ?? 0,
        overListId,
        roundingCentavos: Number(rounding ?? 1) as Rounding,
      }
    : null,
});

/** Name and rule of a price list, new or not. */
export function PriceListModal({
  lists,
  list,
  close,
}: {
  lists: PriceList[];
  list: PriceList | undefined;
  close: () => void;
}) {
  const t = useTexts('prices');
  const common = useTexts('common');
  const { id: store } = useStore();
  const done = {
    invalidates: [priceRoutes.lists],
    onSuccess: () => {
      notifyDone(t('lists.saved'));
      close();
    },
  };
  const create = useAct(priceRoutes.createList, done);
  const update = useAct(priceRoutes.updateList, done);
  const form = useForm<Values>({
    initialValues: {
      name: list?.name ?? '',
      hasRule: list?.rule !== undefined,
      percentBp: list?.rule?.percentBp ?? 0,
      overListId: list?.rule?.overListId ?? null,
      rounding: String(list?.rule?.roundingCentavos ?? 1),
    },
  });
  const save = (values: Values) => {
    const body = bodyOf(values);
    if (list === undefined) create.mutate({ params: { store }, body });
    else update.mutate({ params: { store, list: list.id }, body });
  };
  const others = lists
    .filter(({ id }) => id !== list?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Modal
      opened
      onClose={close}
      title={list?.name ?? t('lists.add')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <FormProblems error={create.error ?? update.error} form={form} />
          <TextInput
            label={t('lists.name')}
            maxLength={200}
            required
            {...form.getInputProps('name')}
            data-autofocus
          />
          <Switch label={t('lists.hasRule')} {...form.getInputProps('hasRule', { type: 'checkbox' })} />
          {form.values.hasRule ? (
            <>
              <NumberField
                rule={RULE_PERCENT}
                label={t('lists.percent')}
                description={t('lists.percentAbout')}
                required
                value={form.values.percentBp}
                onChange={(percentBp) => form.setFieldValue('percentBp', percentBp)}
                error={form.errors['percentBp']}
              />
              <Select
                label={t('lists.over')}
                placeholder={t('lists.base')}
                data={others}
                clearable
                clearButtonProps={{ 'aria-label': common('clear') }}
                {...form.getInputProps('overListId')}
              />
              <RoundingSelect {...form.getInputProps('rounding')} />
            </>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** To what prices are rounded. */
export function RoundingSelect(props: { value?: string | null; onChange?: (value: string | null) => void }) {
  const t = useTexts('prices');
  return (
    <Select
      label={t('rounding.label')}
      data={ROUNDINGS.map((centavos) => ({ value: String(centavos), label: t(`rounding.${centavos}`) }))}
      allowDeselect={false}
      {...props}
    />
  );
}
