import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

/** Text with a copy button, such as an id or a secret. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const t = useTexts('common');
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <code className={classes['copyable']}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('copied') : t('copy')}>
            <ActionIcon variant="subtle" size="lg" onClick={copy} aria-label={t('copyWhat', { what: label })}>
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
