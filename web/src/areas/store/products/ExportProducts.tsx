import { useState } from 'react';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { urlOf } from '@commerce/console-api/url.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import type { useProductFilters } from './ProductFilters.tsx';

/** Option to leave quantities out. */
const NO_SHOP = 'none';

/** Exports the filtered products, or those selected, as a file, with the stock of a shop. */
export function ExportProducts({
  filters,
  selected,
}: {
  filters: ReturnType<typeof useProductFilters>;
  /** Ids of the selected products; absent for those of the filter. */
  selected?: ReadonlySet<string>;
}) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const shops = useReadPages(shopRoutes.list, { params: { store }, query: { limit: 100 } }).items ?? [];
  const { sort: _sort, ...filter } = filters;
  const what = selected === undefined ? filter : { products: [...selected].join(',') };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const all = isFiltered ? t('export.filtered') : t('export.all');
  const about = selected === undefined ? all : t('export.selected', { count: selected.size });
  const shop = chosen ?? shops[0]?.id ?? NO_SHOP;
  const query = { ...what, shop: shop === NO_SHOP ? undefined : shop };
  return (
    <>
      <Button
        variant="default"
        {...(selected === undefined ? {} : { size: 'xs' })}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {selected === undefined && isFiltered ? t('list.exportFiltered') : t('list.export')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('export.title')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Stack>
          <Text size="sm">{about}</Text>
          <Select
            label={t('export.shop')}
            data={[
              ...shops.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_SHOP, label: t('export.noShop') },
            ]}
            value={shop}
            onChange={setChosen}
            allowDeselect={false}
          />
          <Group justify="flex-end">
            <Button
              component="a"
              href={urlOf(productRoutes.export, { params: { store }, query })}
              download
              onClick={() => setOpened(false)}
            >
              {t('export.download')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
