import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';

/** The question whether to discard what is not saved. */
export default function LeaveQuestion({
  opened,
  answer,
}: {
  opened: boolean;
  answer: (discard: boolean) => void;
}) {
  const t = useTexts('common');
  return (
    <Modal
      opened={opened}
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
