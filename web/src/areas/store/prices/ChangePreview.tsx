import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { Money } from '../../../ui/Money.tsx';

/** Preview of a bulk change, with the button that starts it. */
export function ChangePreview({
  preview,
  start,
  isPending,
  error,
}: {
  preview: AnswerOf<typeof priceRoutes.previewChange>;
  start: () => void;
  isPending: boolean;
  error: unknown;
}) {
  const t = useTexts('prices');
  const { total, examples } = preview;
  return (
    <Card withBorder component="section" mb="lg" aria-live="polite">
      <Stack>
        <Title order={2} size="h5">
          {t('changes.previewTitle', { count: total, total: number(total) })}
        </Title>
        {examples.length === 0 ? (
          <Text c="dimmed">{t('changes.nothing')}</Text>
        ) : (
          <Table.ScrollContainer minWidth={420} mah={320} style={{ overflowY: 'auto' }}>
            <Table aria-label={t('changes.examples')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('field.product')}</Table.Th>
                  <Table.Th ta="end">{t('changes.before')}</Table.Th>
                  <Table.Th ta="end">{t('changes.after')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {examples.map((example) => (
                  <Table.Tr key={`${example.productId} ${example.variantId ?? ''}`}>
                    <Table.Td>
                      {[example.productName || example.productId, example.variantName]
                        .filter((part) => part !== '')
                        .join(' · ')}
                    </Table.Td>
                    <Table.Td ta="end">
                      <Money centavos={example.beforeCentavos} />
                    </Table.Td>
                    <Table.Td ta="end" fw={600}>
                      <Money centavos={example.afterCentavos} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <ActError error={error} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" maw={360}>
            {t('changes.warning')}
          </Text>
          <Button onClick={start} loading={isPending} disabled={total === 0}>
            {t('changes.confirm', { count: total, total: number(total) })}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
