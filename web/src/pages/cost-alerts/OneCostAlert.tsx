import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { BackLink } from '../../parts/BackLink.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useListState } from '../../parts/list-state.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { Pager } from '../../parts/Pager.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import {
  type CostAlert,
  costAlertPage,
  costAlertPath,
  costAlertsPath,
  describeInterval,
  describeThreshold,
  recipientsOf,
} from './cost-alert.js';
import { EventTable } from './EventTable.js';

/** A cost alert: what it watches, whom it tells, and what it has reported. */
export const OneCostAlert = () => (
  <ObjectPage path={costAlertPath}>
    {(alert) => (
      <>
        <BackLink to="/cost-alerts" label="Cost alerts" />
        <PageTitle title={alert.title}>
          <MuteButton token={alert.token} />
          <AlertActions alert={alert} />
        </PageTitle>
        <Stack gap="lg">
          <Settings alert={alert} />
          <Events alert={alert} />
        </Stack>
      </>
    )}
  </ObjectPage>
);

/** The settings in sentences. */
function Settings({ alert }: { alert: CostAlert }) {
  const currency = useWorkspace()?.currency ?? '';
  const { report_tokens: reports } = alert;
  const nameOf = useObjectNames(reports);
  return (
    <Stack gap={4} mt="-md">
      <Text size="sm">
        {describeInterval(alert)}, a change of at least {describeThreshold(alert, currency)} in any
        group of{' '}
        {reports.map((report, index) => (
          <Fragment key={report}>
            {index > 0 && ', '}
            <Anchor component={Link} to={reportPage(report)} inherit underline="always">
              {nameOf(report)}
            </Anchor>
          </Fragment>
        ))}
        .
      </Text>
      <Text size="sm" c="dimmed">
        Notifies {recipientsOf(alert).join(', ') || 'nobody; it only annotates its reports'}.
      </Text>
    </Stack>
  );
}

const eventsPerPage = 100;

function Events({ alert }: { alert: CostAlert }) {
  const { page, openPage } = useListState();
  const { data, error, refetch } = useGet('/v2/cost_alerts/{cost_alert_token}/events', {
    path: { cost_alert_token: alert.token },
    query: { limit: eventsPerPage, page },
  });
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>Events</Title>
      <Text size="sm" c="dimmed">
        A group and interval is reported once. Events stay when later bills no longer support them.
      </Text>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={4} />}
      {data && <EventTable events={data.cost_alert_events} />}
      {data && <Pager links={data.links} page={page} onPage={openPage} isSortable={false} />}
    </Stack>
  );
}

function AlertActions({ alert: { token, title } }: { alert: CostAlert }) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  if (!mayEdit) return null;
  const remove = async () => {
    await api.delete(costAlertPath, { path: { cost_alert_token: token } });
    await navigate({ to: '/cost-alerts' });
  };
  return (
    <>
      <Button variant="default" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button component={Link} to={`${costAlertPage(token)}/edit`}>
        Edit
      </Button>
      {isDeleting && (
        <ConfirmDelete
          kind="cost alert"
          title={title}
          send={remove}
          refresh={[costAlertsPath]}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
