import { useState } from 'react';
import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import type { ListName, ListSettings } from '@commerce/console-api/routes/lists.ts';
import { useListSettings } from '../lib/list-settings.ts';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

const MAX_VIEWS = 20;
const MAX_NAME = 60;

type View = ListSettings['views'][number];

/** Query string with its parameters in one order, to compare filters. */
const sorted = (query: string): string => {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
};

/** Saved filters of a list as tabs, and a way to save the current ones. */
export function SavedViews({ list }: { list: ListName }) {
  const t = useTexts('lists');
  const [params] = useSearchParams();
  const [settings, setSettings] = useListSettings(list);
  const { views } = settings;
  const here = sorted(params.toString());
  const isSaved = views.some(({ query }) => sorted(query) === here);
  const setViews = setSettings && ((changed: View[]) => setSettings({ ...settings, views: changed }));
  if (views.length === 0 && here === '') return null;
  return (
    <Group component="nav" gap={4} mb="xs" aria-label={t('views.label')}>
      <Link to="?" className={classes['view']} aria-current={here === '' ? 'page' : undefined}>
        {t('views.all')}
      </Link>
      {views.map((view) => {
        const isHere = sorted(view.query) === here;
        return (
          <span key={view.name} className={classes['viewTab']}>
            <Link
              to={`?${view.query}`}
              className={classes['view']}
              aria-current={isHere ? 'page' : undefined}
            >
              {view.name}
            </Link>
            {isHere && setViews !== undefined ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('views.remove', { name: view.name })}
                onClick={() => setViews(views.filter((each) => each !== view))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </span>
        );
      })}
      {setViews === undefined || here === '' || isSaved || views.length >= MAX_VIEWS ? null : (
        <SaveView
          save={(name) => setViews([...views.filter((view) => view.name !== name), { name, query: here }])}
        />
      )}
    </Group>
  );
}

function SaveView({ save }: { save: (name: string) => void }) {
  const t = useTexts('lists');
  const common = useTexts('common');
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('views.save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.save')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save(name.trim());
          }}
        >
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('views.name')}
              size="xs"
              value={name}
              maxLength={MAX_NAME}
              required
              withAsterisk={false}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={name.trim() === ''}>
              {common('save')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
