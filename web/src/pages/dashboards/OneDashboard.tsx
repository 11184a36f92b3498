import { Anchor, Button, Grid, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { type Dashboard, dashboardsPath } from './dashboard.js';
import { shownDates } from './shown-dates.js';
import { Widget } from './Widget.js';
import { columnsOf, readWidths } from './widths.js';

export function OneDashboard() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const { data, error, refetch } = useGet<Dashboard>(`${dashboardsPath}/${token}`);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const edit = `/dashboards/${token}/edit`;
  const chosen = readWidths(token, data.widgets.length);
  return (
    <>
      <Anchor component={Link} to="/dashboards" size="sm">
        Dashboards
      </Anchor>
      <PageTitle title={data.title} text={`${shownDates(data)}. Days are in UTC.`}>
        {mayEdit && (
          <Button variant="default" component={Link} to={edit}>
            Edit
          </Button>
        )}
      </PageTitle>
      <Filters tokens={data.saved_filter_tokens} />
      {data.widgets.length === 0 && (
        <EmptyState
          title="This dashboard shows nothing yet"
          text="Add the cost reports that belong together."
          action={mayEdit ? { label: 'Add widgets', to: edit } : undefined}
        />
      )}
      <Grid gap="md">
        {data.widgets.map((widget, index) => (
          <Grid.Col key={index} span={{ base: 12, md: columnsOf(chosen[index]!) }}>
            <Widget
              title={widget.title}
              report={widget.widgetable_token}
              display={widget.settings.display_type}
              dashboard={data}
            />
          </Grid.Col>
        ))}
      </Grid>
    </>
  );
}

/** The saved filters that narrow every widget, by name. */
function Filters({ tokens }: { tokens: readonly string[] }) {
  const { data } = useGet<ListAnswer>('/v2/saved_filters', {}, { enabled: tokens.length > 0 });
  const known = (data?.['saved_filters'] ?? []) as { token: string; title: string }[];
  if (tokens.length === 0) return null;
  return (
    <Group gap="sm" mb="md">
      <Text size="sm" c="dimmed">
        Narrowed by
      </Text>
      {tokens.map((token) => (
        <Anchor key={token} component={Link} to={`/saved-filters/${token}`} size="sm">
          {known.find((filter) => filter.token === token)?.title ?? token}
        </Anchor>
      ))}
    </Group>
  );
}
