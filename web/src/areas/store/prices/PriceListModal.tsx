import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { PERCENT, writeNumber } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave } from '../../../lib/unsaved.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
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

// Negative values lower prices.
const RULE_PERCENT = { ...PERCENT, min: -10_000, max: 100_000 };

const valuesOf = (list: PriceList | undefined): Values => ({
  name: list?.name ?? '',
  hasRule: list?.rule !== undefined,
  percentBp: list?.rule?.percentBp ?? 0,
  overListId: list?.rule?.overListId ?? null,
  rounding: String(list?.rule?.roundingCentavos ?? 1),
});

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

function useEditList(list: PriceList | undefined, close: () => void) {
  const t = useTexts('prices');
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
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<PriceList | undefined, Values>({
    entity: list,
    versionOf: (one) => one?.version ?? '',
    valuesOf,
    groups: { rule: ['hasRule', 'percentBp', 'overListId', 'rounding'] },
    read: async () => {
      const { items } = await readNow(priceRoutes.lists, { params: { store } });
      return items.find(({ id }) => id === list?.id);
    },
    save: (values, base) =>
      base === undefined
        ? create.mutateAsync({ params: { store }, body: bodyOf(values) })
        : update.mutateAsync({
            params: { store, list: base.id },
            body: { ...bodyOf(values), version: base.version },
          }),
  });
  const { isPending, error } = list === undefined ? create : update;
  return { form, versioned, isPending, error };
}

/** Name and rule of a price list, new or existing. */
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
  const { form, versioned, isPending, error } = useEditList(list, close);
  const show = (field: string, value: unknown) => {
    if (field !== 'rule') return undefined;
    const { hasRule, percentBp, overListId, rounding } = value as Values;
    if (!hasRule) return '—';
    const over = lists.find(({ id }) => id === overListId)?.name ?? t('lists.base');
    return `${writeNumber(percentBp, RULE_PERCENT)} · ${over} · ${t(`rounding.${rounding}`)}`;
  };
  const leave = () => confirmLeave(versioned.isDirty, close);
  const others = lists
    .filter(({ id }) => id !== list?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Modal
      opened
      onClose={leave}
      title={list?.name ?? t('lists.add')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <ChangedDialog
        versioned={versioned}
        label={(field) => (field === 'rule' ? t('lists.hasRule') : t('lists.name'))}
        show={show}
      />
      <form onSubmit={form.onSubmit(versioned.save)} noValidate>
        <Stack>
          <FormProblems error={error} form={form} />
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
            <Button variant="default" onClick={leave}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Rounding multiple of prices. */
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
