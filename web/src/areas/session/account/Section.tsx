import { useId, type ReactNode } from 'react';
import { Card, Stack, Text, Title } from '@mantine/core';

/** Section of the account page. */
export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" withBorder padding="lg" aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {about === undefined ? null : (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
