import { useState } from 'react';
import { Card, Group, SegmentedControl, Table, Text, Title } from '@mantine/core';
import type { ProductSales } from '@commerce/console-api/routes/dashboard.ts';
import { number, wholeMoney } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { RowTitle } from '../../../ui/RowTitle.tsx';

/** Best-selling products, by units or by amount. */
export function TopProducts({ byUnits, byAmount }: { byUnits: ProductSales[]; byAmount: ProductSales[] }) {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const [by, setBy] = useState('amount');
  return (
    <Card withBorder component="section" aria-labelledby="top-products">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="top-products">
          {t('top.title')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('top.by')}
          value={by}
          onChange={setBy}
          data={[
            { value: 'amount', label: t('top.amount') },
            { value: 'units', label: t('top.units') },
          ]}
        />
      </Group>
      <Table aria-label={t('top.title')} verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('top.product')}</Table.Th>
            <Table.Th ta="end">{t('top.units')}</Table.Th>
            <Table.Th ta="end">{t('top.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(by === 'amount' ? byAmount : byUnits).map(({ productId, name, units, amountCentavos }) => (
            <Table.Tr key={productId}>
              <Table.Td w="60%" maw={0}>
                {name === '' ? (
                  <Text span inherit c="dimmed">
                    {t('top.gone')}
                  </Text>
                ) : (
                  <RowTitle to={`/stores/${store}/products/${productId}`}>{name}</RowTitle>
                )}
              </Table.Td>
              <Table.Td ta="end" className="figures">
                {number(units)}
              </Table.Td>
              <Table.Td ta="end" className="figures nowrap">
                {wholeMoney(amountCentavos)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
