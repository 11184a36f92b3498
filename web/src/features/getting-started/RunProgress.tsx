import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countOf, withoutTokens } from '../../lib/text.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import {
  type ImportRun,
  type Load,
  hasWarnings,
  useImportRun,
} from '../integrations/import-run.js';
import { ImportTotals } from './ImportTotals.js';

/** The progress of an import, and its totals once it is finished. */
export function RunProgress({ runId }: { runId: string }) {
  const { run, error } = useImportRun(runId);
  if (error) return <ErrorNote error={error} />;
  if (!run) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Import">
      <Stack gap="sm">
        <Title order={2}>{titleOf(run)}</Title>
        {run.status === 'running' && <Running run={run} />}
        {run.status === 'failed' && (
          <Alert color="red" role="alert">
            {run.errors.map((message) => (
              <Text key={message} size="sm">
                {withoutTokens(message)}
              </Text>
            ))}
            <Text size="sm">Nothing was changed.</Text>
          </Alert>
        )}
        {run.status === 'skipped' && (
          <Text size="sm">This bill was imported before. Nothing was changed.</Text>
        )}
        {run.loads.length > 0 && <ImportTotals run={run} />}
        {(run.status === 'committed' || run.status === 'skipped') && (
          <Group>
            <Button
              component={Link}
              to={run.loads.length > 0 ? '/explore' : '/'}
              search={rangeOf(run.loads) as never}
            >
              View costs
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function titleOf({ status, file_names: names, loads }: ImportRun): string {
  const files = names.join(', ');
  if (status === 'running') return `Importing ${files}`;
  if (status === 'failed') return `Could not import ${files}`;
  return `Imported ${files}${hasWarnings(loads) ? ' with warnings' : ''}`;
}

function Running({ run }: { run: ImportRun }) {
  const { rows_done: rows, bytes_done: done, bytes_total: total } = run;
  const share = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  if (run.summaries_total > 0) return <BuildingSummaries run={run} />;
  return (
    <div role="status">
      <Progress
        value={total === 0 ? 100 : share}
        animated={total === 0}
        aria-label="Import progress"
      />
      <Text size="sm" mt="sm">
        {countOf(rows, 'row')} so far
        {total > 0 && `, ${Math.floor(share)}% of the files`}
      </Text>
    </div>
  );
}

function BuildingSummaries({
  run: { summaries_done: done, summaries_total: total },
}: {
  run: ImportRun;
}) {
  return (
    <div role="status">
      <Progress value={(done / total) * 100} aria-label="Progress of the summaries" />
      <Text size="sm" mt="sm">
        Building summaries, {done} of {total} months
      </Text>
    </div>
  );
}

/** The date range of the bill. */
function rangeOf(loads: readonly Load[]): Record<string, string> {
  const start = loads.flatMap(({ first_date: day }) => day ?? []).toSorted()[0];
  const end = loads
    .flatMap(({ last_date: day }) => day ?? [])
    .toSorted()
    .at(-1);
  return start && end ? { start: start.slice(0, 10), end: end.slice(0, 10) } : {};
}
