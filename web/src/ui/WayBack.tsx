import { Button, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { useParentPage } from '../lib/area.ts';
import { useTexts } from '../lib/texts.ts';

/** Ways on from a page that does not exist: the list that it belongs to, and the page before. */
export function WayBack() {
  const t = useTexts('common');
  const navigation = useTexts('navigation');
  const navigate = useNavigate();
  const parent = useParentPage();
  return (
    <Group gap="sm" justify="center" mt="sm">
      {window.history.length > 1 ? (
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate(-1)}
        >
          {t('notFound.back')}
        </Button>
      ) : null}
      {parent === undefined ? (
        <Button component={Link} to="/">
          {t('notFound.home')}
        </Button>
      ) : (
        <Button component={Link} to={parent.to}>
          {t('notFound.list', { list: navigation(`entries.${parent.text}`) })}
        </Button>
      )}
    </Group>
  );
}
