import { Select, type SelectProps } from '@mantine/core';

/** Choice of the shop that a page shows, with what `useShop` returns. */
export function ShopSelect({
  label,
  shops,
  shop,
  setShop,
}: {
  label: string;
  shops: SelectProps['data'];
  shop: string | undefined;
  setShop: (shop: string | null) => void;
}) {
  return (
    <Select
      aria-label={label}
      data={shops}
      value={shop ?? null}
      onChange={setShop}
      allowDeselect={false}
      w={220}
    />
  );
}
