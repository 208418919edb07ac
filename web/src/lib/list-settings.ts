import { useQueryClient } from '@tanstack/react-query';
import { listRoutes, type ListName, type ListSettings } from '@commerce/console-api/routes/lists.ts';
import { useAct, useRead } from './api.ts';
import { useStore } from './session.tsx';

const NONE: ListSettings = { hiddenColumns: [], views: [] };

/** How the person sees a list of the store, on every device, and its setter; shown at once, before it is saved. */
export function useListSettings(list: ListName): [ListSettings, (settings: ListSettings) => void] {
  const { id: store } = useStore();
  const client = useQueryClient();
  const input = { params: { store }, query: { list } };
  const { data } = useRead(listRoutes.get, input);
  const act = useAct(listRoutes.put, { invalidates: [listRoutes.get] });
  const set = (settings: ListSettings) => {
    client.setQueryData([listRoutes.get.path, input], settings);
    act.mutate({ params: { store }, body: { list, ...settings } });
  };
  return [data ?? NONE, set];
}
