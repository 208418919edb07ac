import { Card, Group, Stack, TagsInput, Text, Title } from '@mantine/core';
import { customerRoutes, type Person } from '@commerce/console-api/routes/customers.ts';
import { useAct } from '../../../lib/api.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { When } from '../../../ui/When.tsx';

/** A person's tags, saved as they change, and since when they are known. */
export function CustomerTags({ person }: { person: Person }) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const { id: store } = useStore();
  const may = useMay();
  const act = useAct(customerRoutes.setTags, { invalidates: [customerRoutes.list, customerRoutes.get] });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('field.tags')}
        </Title>
        <TagsInput
          aria-label={t('field.tags')}
          description={t('tags.about')}
          value={act.variables && act.isPending ? act.variables.body.tags : person.tags}
          onChange={(tags) => act.mutate({ params: { store, customer: person.id }, body: { tags } })}
          maxTags={50}
          maxLength={50}
          readOnly={!may('editCustomers')}
          error={act.error ? errorText(common, act.error) : undefined}
          clearable
          clearButtonProps={{ 'aria-label': common('clear') }}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('field.since')}
          </Text>
          <Text size="sm">
            <When at={person.createdAt} />
          </Text>
        </Group>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('list.updated')}
          </Text>
          <Text size="sm">
            <When at={person.updatedAt} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
