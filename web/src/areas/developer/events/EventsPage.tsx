import { Grid, NavLink } from '@mantine/core';
import { explorerRoutes, type ApiEvent } from '@commerce/console-api/routes/explorer.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DocsLink } from '../DocsLink.tsx';
import classes from '../explorer/explorer.module.css';
import { useDeveloper } from '../use-developer.ts';
import { EventDetail } from './EventDetail.tsx';

/** Every event that apps can receive, with its sample and its fields. */
export default function EventsPage() {
  const t = useTexts('explorer');
  const params = { developer: useDeveloper() };
  const [type, setType] = useFilter('type');
  const { data, error, refetch } = useRead(explorerRoutes.events, { params });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const event = data.events.find((each) => each.type === type) ?? data.events[0]!;
  return (
    <>
      <PageHeader
        title={t('events.title')}
        about={t('events.about')}
        actions={<DocsLink page="webhooks" />}
      />
      <Grid>
        <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
          <EventList events={data.events} active={event.type} choose={setType} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>
          <EventDetail key={event.type} event={event} apps={data.apps} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function EventList({
  events,
  active,
  choose,
}: {
  events: ApiEvent[];
  active: string;
  choose: (type: string) => void;
}) {
  const t = useTexts('explorer');
  return (
    <nav aria-label={t('events.title')} className={classes['list']}>
      {events.map(({ type, scope }) => (
        <NavLink
          key={type}
          component="button"
          type="button"
          label={type}
          description={scope ?? t('events.always')}
          active={type === active}
          aria-current={type === active ? 'true' : undefined}
          onClick={() => choose(type)}
        />
      ))}
    </nav>
  );
}
