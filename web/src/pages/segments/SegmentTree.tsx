import { Anchor, Menu, Table, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { formatDay, firstOfMonth, today } from '../../lib/dates.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { unallocatedOf, useSegmentCosts } from './segment-costs.js';
import { type Segment, type TreeRow, branchOf, segmentsPath, treeOf } from './segment.js';
import { ShareBar } from './ShareBar.js';

/** The tree with what each segment costs this month. */
export function SegmentTree({
  segments,
  mayEdit,
}: {
  segments: readonly Segment[];
  mayEdit: boolean;
}) {
  const [doomed, setDoomed] = useState<Segment>();
  const rows = treeOf(segments);
  const below = doomed ? branchOf(segments, doomed.token) : new Set<string>();
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Costs from {formatDay(firstOfMonth(today()))} to today, in UTC. A segment counts all below
        it.
      </Text>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Tree of segments">
        <Table highlightOnHover verticalSpacing={6} aria-label="Tree of segments">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Segment</Table.Th>
              <Table.Th className="numeric">Priority</Table.Th>
              <Table.Th className="numeric">This month</Table.Th>
              <Table.Th w="30%">Share of its tree</Table.Th>
              <Table.Th w={48}>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <SegmentRows
                key={row.segment.token}
                row={row}
                isLastOfTree={(rows[index + 1]?.depth ?? 0) === 0}
                onDelete={mayEdit ? () => setDoomed(row.segment) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {doomed && (
        <ConfirmDelete
          kind="segment"
          title={doomed.title}
          send={() =>
            api.delete('/v2/segments/{segment_token}', { path: { segment_token: doomed.token } })
          }
          uses={segments
            .filter(({ token }) => token !== doomed.token && below.has(token))
            .map(({ title }) => `the segment “${title}” below it`)}
          refresh={[segmentsPath, '/v2/costs']}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}

interface SegmentRowsProps {
  row: TreeRow;
  isLastOfTree: boolean;
  onDelete: (() => void) | undefined;
}

function SegmentRows({ row: { segment, depth, top }, isLastOfTree, onDelete }: SegmentRowsProps) {
  const own = useSegmentCosts(segment).data;
  const whole = useSegmentCosts(top).data;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Anchor
            component={Link}
            to={`/segments/${segment.token}`}
            pl={depth * 24}
            {...(segment.description ? { title: segment.description } : {})}
          >
            {segment.title}
          </Anchor>
        </Table.Td>
        <Table.Td className="numeric">{segment.priority}</Table.Td>
        <ShareBar amount={own?.total_cost.amount} whole={whole} />
        <Table.Td className="numeric">
          <RowMenu label={segment.title} {...(onDelete ? { onDelete } : {})}>
            {segment.report_token && (
              <Menu.Item component={Link} to={reportPage(segment.report_token)}>
                Open its cost report
              </Menu.Item>
            )}
          </RowMenu>
        </Table.Td>
      </Table.Tr>
      {isLastOfTree && top.track_unallocated && (
        <Table.Tr>
          <Table.Td>
            <Text span inherit c="dimmed" pl={24}>
              Unallocated
            </Text>
          </Table.Td>
          <Table.Td />
          <ShareBar amount={whole && unallocatedOf(whole)} whole={whole} isUnallocated />
          <Table.Td />
        </Table.Tr>
      )}
    </>
  );
}
