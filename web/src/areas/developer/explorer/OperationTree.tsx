import { useState } from 'react';
import { Box, NavLink, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import { useTexts } from '../../../lib/texts.ts';
import classes from './explorer.module.css';

/** Operations grouped by resource, with a filter. The group of the active operation is open. */
export function OperationTree({
  operations,
  active,
  choose,
}: {
  operations: ApiOperation[];
  active: string;
  choose: (name: string) => void;
}) {
  const t = useTexts('explorer');
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/);
  const shown = operations.filter(({ tag, method, path, summary }) => {
    const text = `${tag} ${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...Map.groupBy(shown, ({ tag }) => tag)];
  const activeTag = operations.find(({ name }) => name === active)?.tag;
  return (
    <nav aria-label={t('operations')}>
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter}
        maxLength={100}
        mb="xs"
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Box className={classes['tree']}>
        {groups.map(([tag, members]) => (
          <NavLink
            // A filter opens every group that it leaves; without one, people open and close them.
            key={`${tag} ${filter === ''} ${tag === activeTag}`}
            component="button"
            type="button"
            label={tag}
            fw={600}
            defaultOpened={filter !== '' || tag === activeTag}
            childrenOffset={12}
          >
            {members.map(({ name, method, path, summary }) => (
              <NavLink
                key={name}
                component="button"
                type="button"
                fw={400}
                label={summary}
                description={`${method} ${path}`}
                active={name === active}
                aria-current={name === active ? 'true' : undefined}
                onClick={() => choose(name)}
                styles={{ description: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </NavLink>
        ))}
        {groups.length === 0 ? (
          <Text size="sm" c="dimmed" p="xs" role="status">
            {t('filterNone')}
          </Text>
        ) : null}
      </Box>
    </nav>
  );
}
