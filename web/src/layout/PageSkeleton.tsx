import { Card, Group, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { usePageShape, type PageShape } from '../lib/area.ts';
import { useTexts } from '../lib/texts.ts';

/** Placeholder of the shape of the page that loads in the area's frame. */
export function AreaSkeleton() {
  return <PageSkeleton shape={usePageShape()} />;
}

/** Placeholder while a page loads. */
export function PageSkeleton({ shape = 'record' }: { shape?: PageShape }) {
  const t = useTexts('common');
  return (
    <Stack aria-busy gap="md">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Group justify="space-between">
        <Skeleton height={28} width={200} />
        <Skeleton height={36} width={140} />
      </Group>
      {shape === 'list' ? <ListSkeleton /> : shape === 'home' ? <HomeSkeleton /> : <RecordSkeleton />}
    </Stack>
  );
}

function ListSkeleton() {
  return (
    <>
      <Group gap="xs">
        <Skeleton height={36} maw={360} flex={1} />
        <Skeleton height={36} width={130} visibleFrom="sm" />
        <Skeleton height={36} width={130} visibleFrom="sm" />
      </Group>
      <Card withBorder p={0}>
        {Array.from({ length: 10 }, (_row, row) => (
          <Group key={row} h={48} px="md" justify="space-between" wrap="nowrap">
            <Skeleton height={12} width="34%" />
            <Skeleton height={12} width={90} visibleFrom="sm" />
            <Skeleton height={12} width={70} />
          </Group>
        ))}
      </Card>
    </>
  );
}

function HomeSkeleton() {
  return (
    <>
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        {Array.from({ length: 4 }, (_card, card) => (
          <Card withBorder key={card}>
            <Skeleton height={12} width="50%" />
            <Skeleton height={24} width="70%" mt="sm" />
          </Card>
        ))}
      </SimpleGrid>
      <Skeleton height={280} />
    </>
  );
}

function RecordSkeleton() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {Array.from({ length: 2 }, (_card, card) => (
        <Card withBorder key={card}>
          {Array.from({ length: 4 }, (_field, field) => (
            <Stack key={field} gap={6} mb="md">
              <Skeleton height={12} width="30%" />
              <Skeleton height={34} />
            </Stack>
          ))}
        </Card>
      ))}
    </SimpleGrid>
  );
}
