import { useState } from 'react';
import {
  Badge,
  Button,
  Card,
  Group,
  List,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { firstStepRoutes, type FirstSteps as Done } from '@commerce/console-api/routes/first-steps.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/** A step: what it is done by, and where it is done. */
const STEPS = [
  { name: 'shop', done: 'hasShop', links: [['shopGo', 'shops/new']] },
  {
    name: 'product',
    done: 'hasProduct',
    links: [
      ['productGo', 'products'],
      ['productImport', 'products/import'],
    ],
  },
  { name: 'sale', done: 'hasSale', links: [['saleGo', 'pos']] },
  { name: 'app', done: 'hasApp', links: [['appGo', 'apps/directory']] },
] as const satisfies { name: string; done: keyof Done; links: [string, string][] }[];

const hiddenKey = (store: string): string => `first-steps-hidden ${store}`;

/** Guide through the first hour of a new store; gone when everything is done or the person hides it. */
export default function FirstSteps() {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey(store)) !== null);
  const { data } = useRead(firstStepRoutes.get, { params: { store } }, { enabled: !isHidden });
  if (isHidden || data === undefined || !data.applies) return null;
  const done = STEPS.filter((step) => data[step.done]).length;
  if (done === STEPS.length) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey(store), 'yes');
    setHidden(true);
  };
  return (
    <Card withBorder component="section" aria-labelledby="first-steps">
      <Group justify="space-between" mb="md">
        <Group gap="sm">
          <Title order={2} size="h5" id="first-steps">
            {t('firstSteps.title')}
          </Title>
          <Badge variant="light" tt="none">
            {t('firstSteps.progress', { done, all: STEPS.length })}
          </Badge>
        </Group>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={hide}>
          {t('firstSteps.hide')}
        </Button>
      </Group>
      <List spacing="md" listStyleType="none" center={false}>
        {STEPS.map((step) => (
          <List.Item key={step.name}>
            <Step {...step} isDone={data[step.done]} store={store} />
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function Step({
  name,
  links,
  isDone,
  store,
}: Pick<(typeof STEPS)[number], 'name' | 'links'> & { isDone: boolean; store: string }) {
  const t = useTexts('dashboard');
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon variant={isDone ? 'filled' : 'light'} radius="xl" size={28} aria-hidden>
        {isDone ? <IconCheck size={18} /> : <IconCircleDashed size={18} />}
      </ThemeIcon>
      <Stack gap={4} align="flex-start">
        <Text fw={600} {...(isDone ? { c: 'dimmed', td: 'line-through' } : {})}>
          {t(`firstSteps.${name}`)}
          {isDone ? <VisuallyHidden> ({t('firstSteps.done')})</VisuallyHidden> : null}
        </Text>
        {isDone ? null : (
          <>
            <Text size="sm" c="dimmed">
              {t(`firstSteps.${name}About`)}
            </Text>
            <Group gap="xs" mt={4}>
              {links.map(([label, path], at) => (
                <Button
                  key={path}
                  component={Link}
                  to={`/stores/${store}/${path}`}
                  size="xs"
                  variant={at === 0 ? 'light' : 'subtle'}
                >
                  {t(`firstSteps.${label}`)}
                </Button>
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Group>
  );
}
