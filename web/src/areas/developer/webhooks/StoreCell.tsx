import { Anchor, Code } from '@mantine/core';

/** Store of an event, by its name; choosing it sets the filter where there is one. */
export function StoreCell({
  of: { storeId, storeName },
  choose,
}: {
  of: { storeId: string; storeName: string };
  choose?: (id: string) => void;
}) {
  if (storeId === '') return '—';
  const name = storeName || storeId;
  if (choose === undefined) return <span title={storeId}>{name}</span>;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      title={storeId}
      onClick={() => choose(storeId)}
    >
      {name}
    </Anchor>
  );
}

/** Name and id of a store. */
export function StoreFact({ of: { storeId, storeName } }: { of: { storeId: string; storeName: string } }) {
  if (storeId === '') return '—';
  return (
    <>
      {storeName} <Code>{storeId}</Code>
    </>
  );
}
