import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ActionIcon, Button, Group, Table, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import {
  EMPTY_ITEM,
  withItem,
  withQuantity,
  type CustomItem,
  type DraftLine,
  type LinesChange,
} from './draft-lines.ts';
import { lineProblem } from './line-problems.ts';
import classes from './orders.module.css';
import { ProductSearch } from './ProductSearch.tsx';

const UNITS = { ...QUANTITY, min: 1, max: 1_000_000 };

/** Lines of an order being entered: products by search, and custom items. */
export function NewOrderLines({
  store,
  shopId,
  lines,
  custom,
  onCustom,
  errors,
  onChange,
}: {
  store: string;
  shopId: string;
  lines: DraftLine[];
  custom: CustomItem;
  onCustom: (custom: CustomItem) => void;
  /** Of the form: of all lines, of single ones, and of the custom item. */
  errors: FormErrors;
  onChange: (change: LinesChange) => void;
}) {
  const t = useTexts('orders');
  return (
    <>
      <ProductSearch
        store={store}
        shopId={shopId}
        label={t('new.search')}
        onPick={(item) => onChange((current) => withItem(current, item))}
      />
      {lines.length === 0 ? null : (
        <div className={classes['scroll']}>
          <Table mt="sm" horizontalSpacing={4} aria-label={t('new.products')}>
            <Table.Tbody>
              {lines.map((line, index) => (
                <Table.Tr key={line.key}>
                  <Table.Td>
                    {line.name}
                    <Text size="xs" c="dimmed">
                      <Money centavos={line.priceCentavos} />
                    </Text>
                    <Problem text={lineProblem(errors, index)} />
                  </Table.Td>
                  <Table.Td className={classes['end']}>
                    <NumberField
                      rule={UNITS}
                      aria-label={t('new.quantity', { name: line.name })}
                      value={line.quantity}
                      required
                      w={72}
                      onChange={(quantity) =>
                        onChange((current) => withQuantity(current, line.key, quantity ?? line.quantity))
                      }
                    />
                  </Table.Td>
                  <Table.Td className={classes['wide']}>
                    <Money centavos={line.priceCentavos * line.quantity} />
                  </Table.Td>
                  <Table.Td className={classes['end']}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('new.remove', { name: line.name })}
                      onClick={() => onChange((current) => current.filter(({ key }) => key !== line.key))}
                    >
                      <IconTrash size={18} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Problem text={errors['lines']} />
      <CustomLine
        item={custom}
        error={errors['custom']}
        onChange={onCustom}
        onAdd={(line) => onChange((current) => [...current, line])}
      />
    </>
  );
}

function Problem({ text }: { text: FormErrors[string] }) {
  return text ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
      {text}
    </Text>
  ) : null;
}

function CustomLine({
  item: { name, priceCentavos },
  error,
  onChange,
  onAdd,
}: {
  item: CustomItem;
  error: FormErrors[string];
  onChange: (item: CustomItem) => void;
  onAdd: (line: DraftLine) => void;
}) {
  const t = useTexts('orders');
  const fields = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const made = useRef(0);
  const isComplete = name.trim() !== '' && priceCentavos !== null;
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const add = () => {
    if (!isComplete || reportInvalidNumbers(fields.current!)) return false;
    const key = `custom ${++made.current}`;
    onAdd({ key, productId: null, variantId: null, name: name.trim(), priceCentavos, quantity: 1 });
    onChange(EMPTY_ITEM);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (add()) field.current?.focus();
  };
  return (
    <Group align="flex-start" gap="sm" mt="md" ref={fields}>
      <TextInput
        ref={field}
        label={t('new.customName')}
        value={name}
        maxLength={200}
        flex="1 1 12rem"
        onChange={(event) => onChange({ name: event.currentTarget.value, priceCentavos })}
        onKeyDown={onKeyDown}
        error={error}
        errorProps={{ role: 'alert' }}
      />
      <MoneyInput
        label={t('new.customPrice')}
        value={priceCentavos}
        onChange={(centavos) => onChange({ name, priceCentavos: centavos })}
        onKeyDown={onKeyDown}
        w={140}
      />
      <Button variant="default" mt={25} onClick={add} disabled={!isComplete}>
        {t('new.custom')}
      </Button>
    </Group>
  );
}
