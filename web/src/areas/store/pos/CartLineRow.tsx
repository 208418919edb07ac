import { useId, useRef, useState } from 'react';
import { ActionIcon, Group, Popover, Text } from '@mantine/core';
import { IconDiscount, IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import {
  lineTotalOf,
  MAX_UNITS,
  unitDiscountOf,
  type CartAct,
  type CartLine,
  type Discount,
} from './cart.ts';
import { stockText } from './ChooseDialog.tsx';
import { DiscountField } from './DiscountField.tsx';
import classes from './pos.module.css';

/** Line of the cart: price, quantity and discount. */
export function CartLineRow({
  line,
  index,
  act,
}: {
  line: CartLine;
  index: number;
  act: (act: CartAct) => void;
}) {
  const t = useTexts('pos');
  const name = [line.name, line.variantName].filter(Boolean).join(' · ');
  const set = (quantity: number) => act({ kind: 'quantity', index, quantity });
  const unitPrice = line.priceCentavos - unitDiscountOf(line);
  const short = line.available !== null && line.quantity > line.available;
  return (
    <li className={classes['line']} data-problem={line.problem !== undefined || short}>
      <div className={classes['lineName']}>
        <div className={classes['lineTop']}>
          <div>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {line.originalPriceCentavos > unitPrice ? (
                <>
                  <s>
                    <Money centavos={line.originalPriceCentavos} />
                  </s>{' '}
                </>
              ) : null}
              <Money centavos={unitPrice} />
              {short || line.available === null ? null : ` · ${stockText(t, line)}`}
            </Text>
          </div>
          <UnitDiscount
            line={line}
            name={name}
            onChange={(discount) => act({ kind: 'lineDiscount', index, discount })}
          />
        </div>
        {line.problem !== undefined || short ? (
          <Text size="xs" fw={600} c="var(--mantine-color-error)" role="alert">
            {short ? t('cart.short', { count: line.available ?? 0 }) : line.problem}
          </Text>
        ) : null}
      </div>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.less', { name })}
          disabled={line.quantity <= 1}
          onClick={() => set(line.quantity - 1)}
        >
          <IconMinus size={18} />
        </ActionIcon>
        <Quantity label={t('cart.quantity', { name })} units={line.quantity} set={set} />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.more', { name })}
          disabled={line.quantity >= MAX_UNITS}
          onClick={() => set(line.quantity + 1)}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </Group>
      <Text fw={600} className={classes['amount']}>
        <Money centavos={lineTotalOf(line)} />
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('cart.remove', { name })}
        onClick={() => act({ kind: 'remove', index })}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

/** Button of the discount of a line, with its field. */
function UnitDiscount({
  line,
  name,
  onChange,
}: {
  line: CartLine;
  name: string;
  onChange: (discount: Discount | null) => void;
}) {
  const t = useTexts('pos');
  const [opened, setOpened] = useState(false);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  /** Opens the field, or closes it unless its text is invalid: the discount would be another than the text. */
  const open = (next: boolean) => {
    if (next || !reportInvalidNumbers(form.current!)) setOpened(next);
  };
  return (
    <Popover opened={opened} onChange={open} trapFocus position="bottom-end" width={320} shadow="md">
      <Popover.Target>
        <ActionIcon
          variant={line.discount ? 'light' : 'subtle'}
          color={line.discount ? undefined : 'gray'}
          size={44}
          aria-label={t('cart.discountOf', { name })}
          onClick={() => open(!opened)}
        >
          <IconDiscount size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['touch']}>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
          }}
        >
          <DiscountField
            id={id}
            label={t('cart.unitDiscount')}
            of={line.priceCentavos}
            value={line.discount ?? null}
            onChange={onChange}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const UNITS = { ...QUANTITY, min: 1, max: MAX_UNITS };

/** Quantity field. While it is empty, the line keeps its previous quantity. */
function Quantity({ label, units, set }: { label: string; units: number; set: (units: number) => void }) {
  const [entered, setEntered] = useState(units);
  const [known, setKnown] = useState(units);
  const [typed, setTyped] = useState<number | null>(units);
  if (units !== known) {
    setKnown(units);
    setTyped(units);
    setEntered(units);
  }
  const type = (value: number | null) => {
    setTyped(value);
    setKnown(value ?? entered);
    set(value ?? entered);
  };
  return (
    <NumberField
      rule={UNITS}
      aria-label={label}
      value={typed}
      onChange={type}
      onFocus={() => setEntered(units)}
      onBlur={() => (typed === null ? setTyped(units) : undefined)}
      size="md"
      w={72}
      classNames={{ input: classes['quantity']! }}
    />
  );
}
