import { Table, Text } from '@mantine/core';
import type { RegisterDetail } from '@commerce/console-api/routes/registers.ts';
import { money } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Difference } from './Difference.tsx';

/** Cash of a session: how the expected amount comes about, and the count once it is closed. */
export function Sums({ session }: { session: RegisterDetail }) {
  const t = useTexts('register');
  const { expectedCentavos, countedCentavos } = session;
  const rows: [string, number][] = [
    [t('field.float'), session.floatCentavos],
    [t('field.sales'), session.salesCentavos],
    [t('field.refunds'), -session.refundsCentavos],
    [t('field.payIns'), session.payInsCentavos],
    [t('field.payOuts'), -session.payOutsCentavos],
  ];
  return (
    <Table aria-label={t('sums')} withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {rows.map(([name, centavos]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="end">
              <Money centavos={centavos === 0 ? 0 : centavos} />
            </Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">{t('field.expected')}</Table.Th>
          <Table.Td ta="end" fw={700} fz="lg">
            <Money centavos={expectedCentavos} />
          </Table.Td>
        </Table.Tr>
        {countedCentavos === undefined ? null : (
          <>
            <Table.Tr>
              <Table.Th scope="row">{t('field.counted')}</Table.Th>
              <Table.Td ta="end">
                <Money centavos={countedCentavos} />
              </Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="row">{t('field.difference')}</Table.Th>
              <Table.Td ta="end">
                <Difference centavos={countedCentavos - expectedCentavos} />
              </Table.Td>
            </Table.Tr>
          </>
        )}
      </Table.Tbody>
    </Table>
  );
}

/** Movements of cash of a session, the newest first. */
export function Movements({ session: { movements } }: { session: RegisterDetail }) {
  const t = useTexts('register');
  if (movements.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('movements.empty')}
      </Text>
    );
  return (
    <Table aria-label={t('movements.title')} verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {movements.toReversed().map(({ kind, amountCentavos, reason, byName, at }) => (
          <Table.Tr key={at}>
            <Table.Td>
              {reason}
              <Text size="xs" c="dimmed">
                <Timestamp at={at} /> · {byName ?? t('unknown')}
              </Text>
            </Table.Td>
            <Table.Td ta="end" className="figures nowrap">
              {money(kind === 'pay_in' ? amountCentavos : -amountCentavos)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
