import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { getQuery } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { hasTable, isPending } from './canvas.js';
import { PromptGuide } from './PromptGuide.js';
import { Table } from './Table.js';

const pollMs = 1000;

export function OneCanvas() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const currency = useWorkspace()?.currency ?? '';
  const { data, error, refetch } = useQuery({
    ...getQuery('/v2/canvases/{canvas_token}', { path: { canvas_token: token } }),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? pollMs : false),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { table, error: refreshError } = data.data;
  const isComputed = hasTable(data);
  return (
    <>
      <Anchor component={Link} to="/canvases" size="sm">
        Canvases
      </Anchor>
      <PageTitle title={data.title} text={data.prompt}>
        {mayEdit && (
          <Button variant="default" component={Link} to={`/canvases/${token}/edit`}>
            Edit
          </Button>
        )}
      </PageTitle>
      {refreshError && (
        <Alert color="red" role="alert" mb="md">
          <Text size="sm">{refreshError}</Text>
          {isComputed && (
            <Text size="sm">The table below is from the last successful refresh.</Text>
          )}
          {mayEdit && (
            <Anchor component={Link} to={`/canvases/${token}/edit`} size="sm">
              Edit the prompt
            </Anchor>
          )}
        </Alert>
      )}
      {refreshError && !isComputed && <PromptGuide />}
      {isPending(data) && <TableSkeleton />}
      {isComputed && <Table title={data.title} table={table} currency={currency} />}
    </>
  );
}
