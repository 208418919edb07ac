import { List } from '@mantine/core';
import type { InstalledApp } from '@commerce/console-api/routes/apps.ts';
import { useLanguage } from '../../../lib/texts.ts';

/** Permissions of an app. */
export function Scopes({ scopes }: Pick<InstalledApp, 'scopes'>) {
  const [language] = useLanguage();
  return (
    <List size="sm" spacing={2}>
      {scopes.map(({ name, ...words }) => (
        <List.Item key={name}>{words[language]}</List.Item>
      ))}
    </List>
  );
}
