import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { getting } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { type Canvas, canvasesPath, isWaiting } from './canvas.js';
import { Table } from './Table.js';

const checkMs = 1000;

export function OneCanvas() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const currency = useWorkspace()?.currency ?? '';
  const { data, error, refetch } = useQuery({
    ...getting<Canvas>(`${canvasesPath}/${token}`),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? checkMs : false),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { table, error: problem } = data.data;
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
      {problem && (
        <Alert color="red" role="alert" mb="md">
          <Text size="sm">{problem}</Text>
          {table && <Text size="sm">The table below is the last one that could be made.</Text>}
        </Alert>
      )}
      {isWaiting(data) && <TableSkeleton />}
      {table && <Table title={data.title} table={table} currency={currency} />}
    </>
  );
}
