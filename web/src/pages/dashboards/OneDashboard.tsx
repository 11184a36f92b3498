import { Anchor, Button, Grid, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { dashboardPath } from './dashboard.js';
import { dateText } from './date-text.js';
import { Widget } from './Widget.js';
import { columnsOf, readWidths } from './widths.js';

export function OneDashboard() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const { data, error, refetch } = useGet(dashboardPath, { path: { dashboard_token: token } });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const editPage = `/dashboards/${token}/edit`;
  const widths = readWidths(token, data.widgets.length);
  return (
    <>
      <Anchor component={Link} to="/dashboards" size="sm">
        Dashboards
      </Anchor>
      <PageTitle title={data.title} text={`${dateText(data)}. Days are in UTC.`}>
        {mayEdit && (
          <Button variant="default" component={Link} to={editPage}>
            Edit
          </Button>
        )}
      </PageTitle>
      <Filters tokens={data.saved_filter_tokens} />
      {data.widgets.length === 0 && (
        <EmptyState
          title="This dashboard has no widgets yet"
          text="Add the cost reports that you want to see together."
          action={mayEdit ? { label: 'Add widgets', to: editPage } : undefined}
        />
      )}
      <Grid gap="md">
        {data.widgets.map((widget, index) => (
          <Grid.Col key={index} span={{ base: 12, md: columnsOf(widths[index]!) }}>
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

/** Links to the saved filters that apply to every widget. */
function Filters({ tokens }: { tokens: readonly string[] }) {
  const { data } = useGet('/v2/saved_filters', {}, { enabled: tokens.length > 0 });
  const filters = data?.saved_filters ?? [];
  if (tokens.length === 0) return null;
  return (
    <Group gap="sm" mb="md">
      <Text size="sm" c="dimmed">
        Filtered by
      </Text>
      {tokens.map((token) => (
        <Anchor key={token} component={Link} to={`/saved-filters/${token}`} size="sm">
          {filters.find((filter) => filter.token === token)?.title ?? token}
        </Anchor>
      ))}
    </Group>
  );
}
