import { Table, Text } from '@mantine/core';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import classes from './orders.module.css';

/** Lines and totals of an order. */
export function OrderLines({ order, withCosts = false }: { order: OrderDetail; withCosts?: boolean }) {
  const t = useTexts('orders');
  const costs = withCosts && order.lineItems.some(({ cogsCentavos }) => cogsCentavos !== undefined);
  return (
    <Table className={classes['lines']} aria-label={t('lines.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('lines.product')}</Table.Th>
          <Table.Th className={classes['end']}>{t('lines.quantity')}</Table.Th>
          <Table.Th className={classes['wide']}>{t('lines.unitPrice')}</Table.Th>
          {costs ? <Table.Th className={classes['wide']}>{t('lines.cost')}</Table.Th> : null}
          <Table.Th className={classes['end']}>{t('lines.total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.lineItems.map((line, n) => (
          <Table.Tr key={n}>
            <Table.Td>
              {line.name}
              <Text size="xs" c="dimmed">
                {line.sku ?? (line.isCustom ? t('lines.custom') : '')}
              </Text>
            </Table.Td>
            <Table.Td className={classes['end']}>{line.quantity}</Table.Td>
            <Table.Td className={classes['wide']}>
              <Money centavos={line.unitPriceCentavos} />
            </Table.Td>
            {costs ? (
              <Table.Td className={classes['wide']}>
                <Money centavos={line.cogsCentavos} />
              </Table.Td>
            ) : null}
            <Table.Td className={classes['end']}>
              <Money centavos={line.totalCentavos} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Totals order={order} columns={costs ? 4 : 3} />
    </Table>
  );
}

function Totals({ order, columns }: { order: OrderDetail; columns: number }) {
  const t = useTexts('orders');
  const subtotal = order.lineItems.reduce((sum, { totalCentavos }) => sum + totalCentavos, 0);
  const rows: [string, number][] = [[t('lines.subtotal'), subtotal]];
  if (order.discountCentavos > 0) rows.push([t('lines.discount'), -order.discountCentavos]);
  if (order.shipping !== undefined) rows.push([t('lines.shipping'), order.shipping.priceCentavos]);
  return (
    <Table.Tfoot>
      {rows.map(([label, centavos]) => (
        <Table.Tr key={label}>
          <Table.Td colSpan={columns - 2} className={classes['wide']} />
          <Table.Td colSpan={2} className={classes['end']}>
            {label}
          </Table.Td>
          <Table.Td className={classes['end']}>
            <Money centavos={centavos} />
          </Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr className={classes['grand']}>
        <Table.Td colSpan={columns - 2} className={classes['wide']} />
        <Table.Td colSpan={2} className={classes['end']}>
          {t('lines.total')}
        </Table.Td>
        <Table.Td className={classes['end']}>
          <Money centavos={order.totalCentavos} />
        </Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  );
}
