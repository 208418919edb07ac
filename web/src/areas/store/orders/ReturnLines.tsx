import { Button, Group, Switch, Table, Text } from '@mantine/core';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { money } from '../../../lib/format.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import classes from './orders.module.css';
import type { ReturnLine } from './return-value.ts';

/** Units of each line of an order that came back, and whether they are put back on the shelf. */
export function ReturnLines({
  order,
  lines,
  onChange,
}: {
  order: OrderDetail;
  lines: ReturnLine[];
  onChange: (lines: ReturnLine[]) => void;
}) {
  const t = useTexts('orders');
  const all = () => onChange(lines.map((line, n) => ({ ...line, quantity: order.lineItems[n]!.quantity })));
  return (
    <>
      <div className={classes['scroll']}>
        <Table horizontalSpacing={4} aria-label={t('return.items')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('lines.product')}</Table.Th>
              <Table.Th className={classes['end']}>{t('return.quantity')}</Table.Th>
              <Table.Th>{t('return.restock')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.lineItems.map((line, n) => (
              <Table.Tr key={n}>
                <Table.Td>
                  {line.name}
                  <Text size="xs" c="dimmed">
                    {t('return.of', { count: line.quantity, price: money(line.unitPriceCentavos) })}
                  </Text>
                </Table.Td>
                <Table.Td className={classes['end']}>
                  <NumberField
                    rule={{ ...QUANTITY, max: line.quantity }}
                    aria-label={t('return.quantityOf', { name: line.name })}
                    value={lines[n]!.quantity}
                    required
                    w={80}
                    ml="auto"
                    onChange={(quantity) =>
                      onChange(lines.with(n, { ...lines[n]!, quantity: quantity ?? 0 }))
                    }
                  />
                </Table.Td>
                <Table.Td>
                  {line.isCustom ? null : (
                    <Switch
                      aria-label={t('return.restockOf', { name: line.name })}
                      checked={lines[n]!.restock}
                      disabled={lines[n]!.quantity === 0}
                      onChange={(event) =>
                        onChange(lines.with(n, { ...lines[n]!, restock: event.currentTarget.checked }))
                      }
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Group mt="sm" justify="space-between">
        <Text size="xs" c="dimmed">
          {t('return.restockAbout')}
        </Text>
        <Button variant="subtle" size="xs" onClick={all}>
          {t('return.all')}
        </Button>
      </Group>
    </>
  );
}
