import { useState } from 'react';
import { Button, Code, Collapse, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ApiField } from '@commerce/console-api/routes/explorer.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Documented fields of a JSON object, closed at first. */
export function BodyFields({ fields }: { fields: ApiField[] }) {
  const t = useTexts('explorer');
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('fields', { count: fields.length })}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs">
          {fields.map((field) => (
            <div key={field.name}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Code>{field.name}</Code> {field.type}
                {field.required ? ` · ${t('fieldRequired')}` : ''}
              </Text>
              <Text size="xs" c="dimmed">
                {field.about}
                {field.values.length === 0 ? '' : ` ${field.values.join(', ')}`}
              </Text>
            </div>
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}
