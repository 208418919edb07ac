import { ActionIcon, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { WEEKDAYS, type ShopBody } from '@commerce/console-api/routes/shops.ts';
import { useTexts } from '../../../lib/texts.ts';

type Form = UseFormReturnType<ShopBody>;
type Weekday = (typeof WEEKDAYS)[number];

/** When a shop is open: any number of openings for each weekday. */
export function ScheduleFields({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const t = useTexts('shops');
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('schedule.title')}
        </Title>
        {WEEKDAYS.map((day) => (
          <DayFields key={day} form={form} day={day} readOnly={readOnly} />
        ))}
      </Stack>
    </Card>
  );
}

function DayFields({ form, day, readOnly }: { form: Form; day: Weekday; readOnly: boolean }) {
  const t = useTexts('shops');
  const name = t(`weekday.${day}`);
  const openings = form.values.schedule
    .map((opening, at) => ({ ...opening, at }))
    .filter((each) => each.day === day);
  // A second opening of a day is that of the afternoon.
  const add = () =>
    form.insertListItem(
      'schedule',
      openings.length === 0 ? { day, open: '09:00', close: '18:00' } : { day, open: '16:00', close: '20:00' },
    );
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label={name}>
      <Text w={90} pt={6} size="sm" fw={500}>
        {name}
      </Text>
      <Stack gap="xs" flex={1}>
        {openings.length === 0 ? (
          <Text size="sm" c="dimmed" pt={6}>
            {t('schedule.closed')}
          </Text>
        ) : null}
        {openings.map(({ at }) => (
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              type="time"
              aria-label={t('schedule.open', { day: name })}
              readOnly={readOnly}
              {...form.getInputProps(`schedule.${at}.open`)}
            />
            <Text span aria-hidden>
              –
            </Text>
            <TextInput
              type="time"
              aria-label={t('schedule.close', { day: name })}
              readOnly={readOnly}
              {...form.getInputProps(`schedule.${at}.close`)}
            />
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('schedule.remove', { day: name })}
                onClick={() => form.removeListItem('schedule', at)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
      {readOnly || openings.length >= 4 ? null : (
        <Button
          variant="subtle"
          size="xs"
          mt={3}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t('schedule.addTo', { day: name })}
          onClick={add}
        >
          {t('schedule.add')}
        </Button>
      )}
    </Group>
  );
}
