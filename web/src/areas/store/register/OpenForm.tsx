import { useState } from 'react';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { CASH, REGISTER_READS } from './cash.ts';

/** Opens the cash register of a shop with the counted float. */
export function OpenForm({ shop }: { shop: string }) {
  const t = useTexts('register');
  const { id: store } = useStore();
  const [float, setFloat] = useState<number | null>(null);
  useUnsaved(float !== null);
  const act = useAct(registerRoutes.open, {
    invalidates: REGISTER_READS,
    onSuccess: () => notifyDone(t('open.done')),
  });
  return (
    <Card withBorder component="section" aria-labelledby="open-register" maw={480}>
      <PlainForm
        onSave={() => act.mutate({ params: { store }, body: { shopId: shop, floatCentavos: float ?? 0 } })}
      >
        <Stack gap="sm">
          <Title order={2} size="h5" id="open-register">
            {t('open.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('open.about')}
          </Text>
          <MoneyInput
            label={t('field.float')}
            description={t('open.floatAbout')}
            rule={CASH}
            required
            value={float}
            onChange={setFloat}
          />
          <ActError error={act.error} />
          <Group>
            <Button type="submit" loading={act.isPending}>
              {t('open.save')}
            </Button>
          </Group>
        </Stack>
      </PlainForm>
    </Card>
  );
}
