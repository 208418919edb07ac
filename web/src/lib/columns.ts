import type { ListName } from '@commerce/console-api/routes/lists.ts';
import { useListSettings } from './list-settings.ts';

/** Columns that the person chose to see, and the choice among all that may be hidden. */
export function useColumnChoice<Column extends { key: string; title: string; phone?: string }>(
  list: ListName,
  columns: Column[],
) {
  const [settings, setSettings] = useListSettings(list);
  const hidden = new Set(settings.hiddenColumns);
  const isOptional = ({ title, phone }: Column) => title !== '' && phone !== 'title';
  const optional = columns.filter(isOptional);
  return {
    columns: columns.filter((column) => !isOptional(column) || !hidden.has(column.key)),
    /** Undefined until the stored choice is read. */
    choice: setSettings && {
      columns: optional.map(({ key, title }) => ({ key, title })),
      shown: optional.filter(({ key }) => !hidden.has(key)).map(({ key }) => key),
      setShown: (keys: string[]) =>
        setSettings({
          ...settings,
          hiddenColumns: optional.map(({ key }) => key).filter((key) => !keys.includes(key)),
        }),
    },
  };
}
