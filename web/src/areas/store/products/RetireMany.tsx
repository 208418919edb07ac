import { useState } from 'react';
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { reloadRoutes, useReadNow } from '../../../lib/api.ts';
import { newKey } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { send } from '../../../lib/signed-out.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Progress } from '../../../ui/Progress.tsx';

type Summary = AnswerOf<typeof productRoutes.list>['items'][number];

/** A product that was not retired. */
interface Refusal {
  id: string;
  name: string;
  reason: string;
}

/** Retires several products, one after the other; products reserved by orders are listed, and stay selected. */
export function RetireMany({
  chosen,
  shown,
  keep,
}: {
  chosen: string[];
  /** Products of the loaded pages; those selected before the list was filtered are not among them. */
  shown: Summary[];
  /** Keeps only these products selected. */
  keep: (ids: string[]) => void;
}) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const [refused, setRefused] = useState<Refusal[]>([]);
  const readNow = useReadNow();
  const nameOf = async (product: string): Promise<string> =>
    shown.find(({ id }) => id === product)?.name ??
    readNow(productRoutes.get, { params: { store, product } }).then(
      (read) => read.product.name,
      () => product,
    );
  const run = async () => {
    const refusals: Refusal[] = [];
    setRefused([]);
    for (const [index, product] of chosen.entries()) {
      setAt(index);
      try {
        await send(productRoutes.remove, { params: { store, product } }, { key: newKey() });
      } catch (error) {
        refusals.push({ id: product, name: await nameOf(product), reason: errorText(common, error) });
      }
    }
    setAt(undefined);
    setRefused(refusals);
    keep(refusals.map(({ id }) => id));
    if (refusals.length === 0) setOpen(false);
    await reloadRoutes(client, [productRoutes.list]);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          setRefused([]);
          setOpen(true);
        }}
      >
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
                {refused.map(({ id, name, reason }) => (
                  <List.Item key={id}>
                    {name}: {reason}
                  </List.Item>
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
