import { Card, Group, Stack, TagsInput, Text, Title } from '@mantine/core';
import { customerRoutes, type Person } from '@commerce/console-api/routes/customers.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Timestamp } from '../../../ui/Timestamp.tsx';

/** Tags of a person, saved as they change, and the dates of the record. */
export function CustomerTags({ person }: { person: Person }) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const { id: store } = useStore();
  const may = useMay();
  const act = useAct(customerRoutes.setTags, { invalidates: [customerRoutes.list, customerRoutes.get] });
  const readNow = useReadNow();
  const save = async (tags: string[], base: Person): Promise<void> => {
    const params = { store, customer: base.id };
    try {
      await act.mutateAsync({ params, body: { tags, version: base.updatedAt } });
    } catch (error) {
      if (!(error instanceof ApiError && error.has('changed_since_read'))) return;
      const now = await readNow(customerRoutes.get, { params }).catch(() => base);
      if (now.updatedAt === base.updatedAt) return;
      // Added and removed tags are applied to the tags that someone else may have saved.
      const added = tags.filter((tag) => !base.tags.includes(tag));
      const kept = now.tags.filter((tag) => tags.includes(tag) || !base.tags.includes(tag));
      await save([...new Set([...kept, ...added])], now);
    }
  };
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
          onChange={(tags) => void save(tags, person)}
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
            <Timestamp at={person.createdAt} />
          </Text>
        </Group>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('list.updated')}
          </Text>
          <Text size="sm">
            <Timestamp at={person.updatedAt} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
