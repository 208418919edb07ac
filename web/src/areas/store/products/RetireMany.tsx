import { useState } from 'react';
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { reloadRoutes } from '../../../lib/api.ts';
import { newKey } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { send } from '../../../lib/signed-out.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Progress } from '../../../ui/Progress.tsx';

/** Retires several products, one after the other; products reserved by orders are listed and stay. */
export function RetireMany({ chosen, done }: { chosen: string[]; done: () => void }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const [refused, setRefused] = useState<string[]>([]);
  const run = async () => {
    const reasons: string[] = [];
    for (const [index, product] of chosen.entries()) {
      setAt(index);
      await send(productRoutes.remove, { params: { store, product } }, { key: newKey() }).catch(
        (error: unknown) => reasons.push(errorText(common, error)),
      );
    }
    setAt(undefined);
    setRefused(reasons);
    await reloadRoutes(client, [productRoutes.list]);
    if (reasons.length > 0) return;
    setOpen(false);
    done();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('retire.button')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('retire.titleMany', { count: chosen.length })}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Stack>
          <Text size="sm">{t('retire.about')}</Text>
          {at === undefined ? null : <Progress label={t('retire.running')} done={at} total={chosen.length} />}
          {refused.length === 0 ? null : (
            <Alert color="red" role="alert" title={t('retire.refused', { count: refused.length })}>
              <List size="sm">
                {[...new Set(refused)].map((reason) => (
                  <List.Item key={reason}>{reason}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {common('cancel')}
            </Button>
            <Button color="red.9" onClick={() => void run()} loading={at !== undefined}>
              {t('retire.button')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
