import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { Link } from 'react-router';
import { imageRoutes } from '@commerce/console-api/routes/product-images.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

const EVERY_MS = 5_000;
const IDLE_MS = 60_000;
const SHOWN = 5;

/** Copies of external images that are pending or have failed: of a product, or of the whole store. Nothing when there are none. */
export function ImageCopies({ product }: { product?: string }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const read = useRead(
    imageRoutes.imageCopies,
    { params: { store }, query: { product } },
    { everyMs: ({ pending }) => (pending > 0 ? EVERY_MS : IDLE_MS) },
  );
  const retry = useAct(imageRoutes.retryImageCopies, {
    invalidates: [imageRoutes.imageCopies],
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  const { pending = 0, failed = 0, copies = [] } = read.data ?? {};
  if (pending + failed === 0) return null;
  if (failed === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('copies.pending', { count: pending })}
      </Text>
    );
  return (
    <Alert color="yellow" title={t('copies.failed', { count: failed })}>
      <List size="sm" listStyleType="none">
        {copies
          .filter(({ state }) => state === 'failed')
          .slice(0, SHOWN)
          .map(({ url, failure, productId }) => (
            <List.Item key={url} style={{ overflowWrap: 'anywhere' }}>
              {product === undefined ? (
                <Anchor component={Link} to={`/stores/${store}/products/${productId}`} inherit>
                  {url}
                </Anchor>
              ) : (
                url
              )}
              {': '}
              {t(`copies.failure.${failure}`, { defaultValue: t('copies.failure.unreachable') })}
            </List.Item>
          ))}
      </List>
      <Group mt="sm">
        <Button
          variant="default"
          size="xs"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { store }, body: { product } })}
        >
          {t('copies.retry')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('copies.about')}
        </Text>
      </Group>
    </Alert>
  );
}
