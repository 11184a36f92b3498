import { Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import type { Resource } from '../../features/resources/resource.js';
import { resourceColumns } from '../../features/resources/resource-columns.js';
import { formatBytes } from '../../lib/bytes.js';
import { formatDateRange } from '../../lib/dates.js';
import { formatNumber } from '../../lib/money.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

type Row = Schemas['ResourceNeighbour'];
type Answer = Schemas['ResourceNeighbours'];

const relations: Record<Row['relation'], string> = {
  attached: 'Attached',
  traffic: 'Traffic',
  subnet: 'Same subnet',
  vpc: 'Same VPC',
  resource_group: 'Same resource group',
};

/** What belongs with a resource: attached, in contact by network, or in the same place. */
export function Neighbours({ token }: { token: string }) {
  const found = useGet('/v2/resources/{resource_token}/neighbours', {
    path: { resource_token: token },
  });
  const isRead = found.data !== undefined && !found.isPlaceholderData;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Neighbors
      </Title>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!isRead && !found.error && <TableSkeleton rows={3} />}
      {isRead && found.data.neighbours.length === 0 && (
        <Text size="sm" c="dimmed">
          No inventory names it together with another resource, and no flow log has traffic with
          one.
        </Text>
      )}
      {isRead && found.data.neighbours.length > 0 && <Table answer={found.data} />}
    </Stack>
  );
}

function Table({ answer }: { answer: Answer }) {
  const names = useNames();
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => columnsOf(names, answer), [names, answer]);
  return (
    <>
      <DataTable
        label="Neighbors"
        columns={columns}
        rows={answer.neighbours}
        keyOf={(row) => row.resource.token}
        sorting={sorting}
        onSort={setSorting}
      />
      <Notes answer={answer} />
    </>
  );
}

/** What a reader has to know about the rows. */
function Notes({ answer: { totals, neighbours, traffic } }: { answer: Answer }) {
  const cut = totals.flatMap(({ relation, total }) => {
    const listed = neighbours.filter((row) => row.relation === relation).length;
    if (listed === total) return [];
    const order = relation === 'traffic' ? 'with the most traffic' : 'with the largest cost';
    return [`${relations[relation]}: the ${listed} ${order}, of ${formatNumber(total)}.`];
  });
  return (
    <Text size="xs" c="dimmed">
      Each is listed once, with its closest relation. {cut.join(' ')}
      {traffic &&
        ` Traffic: flow logs from ${formatDateRange(traffic.start_date, traffic.end_date)}${traffic.sampled ? ', scaled up from sampled records' : ''}; traffic within a zone is free and not stored.`}
    </Text>
  );
}

function columnsOf(names: Names, { neighbours }: Answer): Column<Row>[] {
  const base = resourceColumns(names);
  const ofResource = ({ cell, sort, ...column }: Column<Resource>): Column<Row> => ({
    ...column,
    cell: (row) => cell(row.resource),
    ...(sort && { sort: (row: Row) => sort(row.resource) }),
  });
  return [
    ofResource(base.label),
    {
      id: 'relation',
      header: 'Relation',
      sort: (row) => relations[row.relation],
      cell: (row) => relations[row.relation],
    },
    ofResource(base.type),
    ofResource(base.accrued_costs),
    ...(neighbours.some(({ bytes }) => bytes !== null)
      ? [
          {
            id: 'bytes',
            header: 'Traffic',
            isNumeric: true,
            sort: (row: Row) => row.bytes ?? -1,
            cell: (row: Row) => (row.bytes === null ? '–' : formatBytes(row.bytes)),
          },
        ]
      : []),
  ];
}
