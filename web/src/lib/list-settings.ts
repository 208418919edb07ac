import { useQueryClient } from '@tanstack/react-query';
import { listRoutes, type ListName, type ListSettings } from '@commerce/console-api/routes/lists.ts';
import { reloadRoutes, useRead } from './api.ts';
import { newKey } from './call.ts';
import { notifyFailed } from './notify.ts';
import { errorText } from './problems.ts';
import { useStore } from './session.tsx';
import { send } from './signed-out.ts';
import { useTexts } from './texts.ts';

const NONE: ListSettings = { hiddenColumns: [], views: [] };

/** Settings that could not be saved, with those that they replaced. */
const unsaved = new WeakMap<ListSettings, ListSettings>();
/** Number of saves in progress. */
let pending = 0;

/** The settings, or the last ones before them that are saved or still may be. */
const savedBefore = (settings: ListSettings): ListSettings => {
  const before = unsaved.get(settings);
  return before === undefined ? settings : savedBefore(before);
};

/**
 * How the person sees a list of the store, on every device, and its setter; shown at once, before it is saved. Until the
 * settings are read, there is no setter: it would replace the stored ones.
 */
export function useListSettings(
  list: ListName,
): [ListSettings, ((settings: ListSettings) => void) | undefined] {
  const t = useTexts('common');
  const { id: store } = useStore();
  const client = useQueryClient();
  const input = { params: { store }, query: { list } };
  const key = [listRoutes.get.path, input];
  const { data, isPlaceholderData } = useRead(listRoutes.get, input);
  if (data === undefined || isPlaceholderData) return [NONE, undefined];
  const set = async (settings: ListSettings) => {
    const shown = client.setQueryData<ListSettings>(key, settings)!;
    pending++;
    // Not an act, which waits for the connection instead of failing.
    const put = send(listRoutes.put, { params: { store }, body: { list, ...settings } }, { key: newKey() });
    await put.catch((error: unknown) => {
      if (shown !== data) unsaved.set(shown, data);
      client.setQueryData<ListSettings>(key, (now) => now && savedBefore(now));
      notifyFailed(errorText(t, error));
    });
    // An earlier answer does not have the changes that are still being saved.
    if (--pending === 0) await reloadRoutes(client, [listRoutes.get]);
  };
  return [data, (settings) => void set(settings)];
}
