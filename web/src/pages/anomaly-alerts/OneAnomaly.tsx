import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useGet } from '../../api/queries.js';
import {
  type AnomalyEvent,
  describeKind,
  describeSeries,
  eventPath,
} from '../../features/anomalies/anomaly.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { useReportTitles } from '../../features/cost-reports/use-report-titles.js';
import { useNames } from '../../features/costs/use-names.js';
import { BackLink } from '../../parts/BackLink.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText, MomentText } from '../../parts/figures.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, PageSkeleton } from '../../parts/Skeletons.js';
import { AnomalyChart } from './AnomalyChart.js';
import { AnomalyFigures } from './AnomalyFigures.js';
import { Drivers } from './Drivers.js';
import { Review } from './Review.js';
import { StatusBadge } from './StatusBadge.js';

/** An anomaly: its figures, the days around it, what drove it, and what people say about it. */
export function OneAnomaly() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useGet(eventPath, { path: { anomaly_event_token: token } });
  if (error) return <PageError error={error} />;
  if (!data?.anomaly_alert_tokens.includes(token)) return <PageSkeleton />;
  return (
    <>
      <BackLink to="/anomalies" label="Anomalies" />
      <PageTitle title={`${describeKind(data).label} in ${data.service}`}>
        <StatusBadge status={data.status} />
      </PageTitle>
      <Stack gap="lg">
        <Origin anomaly={data} />
        <Paper withBorder p="md">
          <Stack gap="md">
            <AnomalyFigures anomaly={data} />
            <Days anomaly={data} />
          </Stack>
        </Paper>
        <Drivers anomaly={data} />
        <Review key={`${token} ${data.feedback}`} token={token} anomaly={data} />
      </Stack>
    </>
  );
}

/** Which series it is, in which reports, and when it was found. */
function Origin({ anomaly }: { anomaly: AnomalyEvent }) {
  const names = useNames({ hasAccounts: false });
  const titleOf = useReportTitles();
  const [first, ...others] = anomaly.cost_report_tokens;
  const linkOf = (report: string) => (
    <Anchor component={Link} to={reportPage(report)} inherit underline="always">
      {titleOf(report)}
    </Anchor>
  );
  return (
    <Text size="sm" mt="-md">
      {describeSeries(anomaly, names)} in {linkOf(first!)} from{' '}
      <DateText day={anomaly.anomaly_date} />.{' '}
      <Text span inherit c="dimmed">
        {describeKind(anomaly).help} Found <MomentText moment={anomaly.created_at} />.
      </Text>
      {others.length > 0 && (
        <>
          {' '}
          Also in{' '}
          {others.map((report, index) => (
            <Fragment key={report}>
              {index > 0 && ', '}
              {linkOf(report)}
            </Fragment>
          ))}
          .
        </>
      )}
    </Text>
  );
}

function Days({ anomaly }: { anomaly: AnomalyEvent }) {
  const days = useGet('/v2/anomaly_alerts/{anomaly_alert_token}/days', {
    path: { anomaly_alert_token: anomaly.token },
  });
  if (days.error) return <ErrorNote error={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data || days.isPlaceholderData) return <ChartSkeleton height={300} />;
  return <AnomalyChart anomaly={anomaly} {...days.data} />;
}
