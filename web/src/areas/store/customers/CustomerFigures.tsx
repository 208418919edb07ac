import type { ReactNode } from 'react';
import { Anchor, Card, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { customerRoutes, type Person } from '@commerce/console-api/routes/customers.ts';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

/** Purchases and balance of a person in numbers. */
export function CustomerFigures({ person }: { person: Person }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(customerRoutes.figures, {
    params: { store, customer: person.id },
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={150} mb="md" />;
  const { last } = data;
  const ofPerson = `/stores/${store}/orders?customer=${person.id}`;
  return (
    <Card withBorder component="section" mb="md" aria-labelledby="customer-figures">
      <Title order={2} size="h5" mb="sm" id="customer-figures">
        {t('figures.title')}
      </Title>
      <SimpleGrid cols={2} spacing="md">
        <Figure label={t('figures.total')}>
          <Money centavos={data.totalCentavos} />
        </Figure>
        <Figure label={t('figures.orders')}>
          {data.orders === 0 ? (
            number(0)
          ) : (
            <Anchor component={Link} to={ofPerson} inherit>
              {number(data.orders)}
            </Anchor>
          )}
        </Figure>
        <Figure label={t('figures.last')}>
          {last === null ? (
            t('figures.none')
          ) : (
            <Anchor component={Link} to={`/stores/${store}/orders/${last.id}`} inherit>
              <Timestamp at={last.createdAt} dayOnly />
            </Anchor>
          )}
        </Figure>
        <Figure
          label={t('figures.balance')}
          about={
            data.unpaidOrders === 0 ? undefined : t('figures.balanceAbout', { count: data.unpaidOrders })
          }
        >
          {data.balanceCentavos === 0 ? t('figures.settled') : <Money centavos={data.balanceCentavos} />}
        </Figure>
      </SimpleGrid>
    </Card>
  );
}

function Figure({
  label,
  about,
  children,
}: {
  label: string;
  about?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} className="figures" component="div">
        {children}
      </Text>
      {about === undefined ? null : (
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      )}
    </div>
  );
}
