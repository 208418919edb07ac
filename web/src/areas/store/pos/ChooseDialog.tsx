import { useEffect, useRef } from 'react';
import { Modal, Text } from '@mantine/core';
import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import classes from './pos.module.css';

/** Choice among variants, or among items that share a code. */
export function ChooseDialog({
  choices,
  later,
  onPick,
  onClose,
}: {
  choices: Sellable[];
  /** Number of choices that follow this one. */
  later: number;
  onPick: (item: Sellable) => void;
  onClose: () => void;
}) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const names = new Set(choices.map(({ name }) => name));
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed for the previous choice is gone, and with it the focus.
  useEffect(() => list.current?.focus(), [choices]);
  return (
    <Modal
      opened={choices.length > 0}
      onClose={onClose}
      title={names.size === 1 ? choices[0]!.name : t('choose.title')}
      size="lg"
      className={classes['touch']}
      closeButtonProps={{ 'aria-label': common('close'), size: 'lg' }}
    >
      <Text size="sm" c="dimmed" role="status">
        {later === 0 ? '' : t('choose.later', { count: later })}
      </Text>
      <ul className={classes['choices']} ref={list} tabIndex={-1}>
        {choices.map((item) => (
          <li key={`${item.productId} ${item.variantId}`}>
            <button type="button" className={classes['choice']} onClick={() => onPick(item)}>
              <span>
                {names.size === 1 ? item.variantName : `${item.name} ${item.variantName}`}
                <Text span size="xs" c="dimmed" display="block">
                  {[
                    item.sku,
                    item.refusal === null
                      ? stockText(t, item)
                      : t(`find.refusal.${item.refusal}`, { name: item.variantName }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </span>
              <Money centavos={item.priceCentavos} />
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Available units in words; empty for a service. */
export function stockText(
  t: ReturnType<typeof useTexts>,
  { available }: Pick<Sellable, 'available'>,
): string {
  return available === null ? '' : t('stock', { count: available });
}
