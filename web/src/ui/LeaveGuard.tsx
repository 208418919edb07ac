import { useEffect, useSyncExternalStore } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from 'react-router';
import { useTexts } from '../lib/texts.ts';
import { answerQuestion, hasUnsaved, losesUnsaved, onUnsavedChange, openQuestion } from '../lib/unsaved.ts';

/** Asks for confirmation before unsaved changes are lost: by a link, a tab, the browser's history, closing or reloading. */
export function LeaveGuard() {
  const t = useTexts('common');
  const isUnsaved = useSyncExternalStore(onUnsavedChange, hasUnsaved);
  const question = useSyncExternalStore(onUnsavedChange, openQuestion);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) &&
      losesUnsaved(from.pathname === to.pathname),
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const answer = (discard: boolean) => {
    answerQuestion(discard);
    if (blocker.state === 'blocked') (discard ? blocker.proceed : blocker.reset)();
  };
  return (
    <Modal
      opened={blocker.state === 'blocked' || question !== undefined}
      onClose={() => answer(false)}
      title={t('unsaved.title')}
      centered
      zIndex={500}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Text size="sm">{t('unsaved.about')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(true)}>
            {t('unsaved.discard')}
          </Button>
          <Button onClick={() => answer(false)} data-autofocus>
            {t('unsaved.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
