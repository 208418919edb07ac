import { useState } from 'react';
import { Button, Code, CopyButton, Group, Tabs, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';
import { DocsLink } from '../DocsLink.tsx';
import classes from './explorer.module.css';
import { hasValidBody, type ComposedRequest } from './request.ts';
import { SAMPLES, TOKEN_VARIABLE, type SampleLanguage } from './samples.ts';

const NAMES: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  sdk: 'SDK',
  python: 'Python',
  php: 'PHP',
};

/** The composed request as code, in the chosen language. */
export function Samples({ request, root }: { request: ComposedRequest; root: string }) {
  const t = useTexts('explorer');
  const common = useTexts('common');
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const code = hasValidBody(request) ? SAMPLES[language](request, root) : undefined;
  return (
    <section aria-label={t('samples')}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h6">
          {t('samples')}
        </Title>
        {code === undefined ? null : (
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {common(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </Group>
      <Tabs value={language} onChange={(chosen) => setLanguage(chosen as SampleLanguage)}>
        <Tabs.List mb="xs">
          {Object.entries(NAMES).map(([value, name]) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={language}>
          {code === undefined ? (
            <Text size="sm" c="dimmed">
              {t('notJson')}
            </Text>
          ) : (
            <Code block tabIndex={0} aria-label={NAMES[language]} className={classes['code']}>
              {code}
            </Code>
          )}
        </Tabs.Panel>
      </Tabs>
      <Group gap="xs" mt="xs">
        <Text size="xs" c="dimmed">
          {t('samplesAbout', { variable: TOKEN_VARIABLE })}
        </Text>
        <DocsLink page="oauth" text={t('getToken')} />
      </Group>
    </section>
  );
}
