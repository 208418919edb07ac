import { ActionIcon, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { WEEKDAYS, type ShopBody } from '@commerce/console-api/routes/shops.ts';
import { useTexts } from '../../../lib/texts.ts';
import classes from './schedule.module.css';

type Form = UseFormReturnType<ShopBody>;
type Weekday = (typeof WEEKDAYS)[number];

/** Opening hours of a shop: any number of openings for each weekday. */
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
  // The second opening of a day is in the afternoon.
  const add = () =>
    form.insertListItem(
      'schedule',
      openings.length === 0 ? { day, open: '09:00', close: '18:00' } : { day, open: '16:00', close: '20:00' },
    );
  return (
    <div className={classes['day']} role="group" aria-label={name}>
      <Text className={classes['name']} pt={6} size="sm" fw={500} tt="capitalize">
        {name}
      </Text>
      <Stack gap="xs">
        {openings.length === 0 ? (
          <Text size="sm" c="dimmed" pt={6}>
            {t('schedule.closed')}
          </Text>
        ) : null}
        {openings.map(({ at }) => (
          <Group key={at} gap="xs" wrap="nowrap" className={classes['times']}>
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
        <ActionIcon
          variant="subtle"
          mt={4}
          aria-label={t('schedule.addTo', { day: name })}
          title={t('schedule.addTo', { day: name })}
          onClick={add}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
