import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, Navigate } from 'react-router';
import { useAreas } from '../../layout/AreaSwitcher.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** Links to the person's areas; redirects when there is only one. */
export default function HomePage() {
  const t = useTexts('session');
  const navigation = useTexts('navigation');
  const { person } = useSession();
  const areas = useAreas();
  const all = [...areas.stores, ...areas.developers, ...areas.platform];
  if (all.length === 1) return <Navigate to={all[0]!.to} replace />;
  return (
    <>
      <PageHeader title={t('home.title', { name: person.name })} about={t('home.about')} />
      {all.length === 0 ? <EmptyState title={t('home.nothing')} about={t('home.nothingAbout')} /> : null}
      {(['stores', 'developers', 'platform'] as const).map((kind) =>
        areas[kind].length === 0 ? null : (
          <section key={kind} aria-labelledby={`area-${kind}`}>
            <Title order={2} size="h5" mb="sm" mt="lg" id={`area-${kind}`}>
              {navigation(`areas.${kind}`)}
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {areas[kind].map(({ to, name, icon: Icon }) => (
                <Card key={to} component={Link} to={to} withBorder padding="md">
                  <Group wrap="nowrap" justify="space-between">
                    <Group wrap="nowrap" miw={0}>
                      <Icon size={22} aria-hidden />
                      <Text fw={600} truncate>
                        {name}
                      </Text>
                    </Group>
                    <IconChevronRight size={18} aria-hidden />
                  </Group>
                </Card>
              ))}
            </SimpleGrid>
          </section>
        ),
      )}
    </>
  );
}
