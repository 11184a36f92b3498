import { Button, Paper, Stack, Text } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { CheckState } from './CheckState.js';
import './health.css';

type Report = Schemas['Health'];
type Check = Report['checks'][number];

const urgency: readonly Check['state'][] = ['failed', 'warning', 'ok'];

/** What the checks of the installation have found, what is out of order first. */
export function Health() {
  const { data, error, isPending, isFetching, refetch } = useGet('/console/health');
  return (
    <>
      <PageTitle
        title="Health"
        text="Checks of this installation: stores, costs, files, jobs and channels. “farthing doctor” runs the same on the server, without a time limit for large installations."
      >
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Run again
        </Button>
      </PageTitle>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton rows={15} />}
      {data && (
        <Stack gap="sm" className={isFetching ? 'stale' : ''}>
          <Text size="sm" role="status">
            {summaryOf(data)} Checked <MomentText moment={data.checked_at} />.
          </Text>
          <Paper withBorder component="ul" className="health-checks" aria-label="Checks">
            {byUrgency(data.checks).map((check) => (
              <li key={check.name}>
                <CheckState state={check.state} />
                <div>
                  <Text fw={600}>{check.title}</Text>
                  <Text size="sm">{check.found}</Text>
                  {check.remedy && (
                    <Text size="sm" c="dimmed">
                      {check.remedy}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </Paper>
        </Stack>
      )}
    </>
  );
}

const byUrgency = (checks: readonly Check[]) =>
  checks.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state));

/** `Of 15 checks, 1 failed and 2 have a warning.` */
function summaryOf({ checks }: Report): string {
  const count = (state: Check['state']) => checks.filter((each) => each.state === state).length;
  const [failures, warnings] = [count('failed'), count('warning')];
  if (failures + warnings === 0) return `All ${checks.length} checks are OK.`;
  const parts = [
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'has' : 'have'} a warning`] : []),
  ];
  return `Of ${checks.length} checks, ${parts.join(' and ')}.`;
}
