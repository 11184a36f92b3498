import { Anchor, Menu, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { formatDay, firstOfMonth, today } from '../../lib/dates.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { unallocatedOf, useSegmentCosts } from './segment-costs.js';
import {
  type Segment,
  type TreeRow,
  branchOf,
  segmentPath,
  segmentsPath,
  treeOf,
} from './segment.js';
import { ShareBar } from './ShareBar.js';

/** The segments as trees, with their costs this month. */
export function SegmentTree({
  segments,
  mayEdit,
}: {
  segments: readonly Segment[];
  mayEdit: boolean;
}) {
  const [deleting, setDeleting] = useState<Segment>();
  const rows = treeOf(segments);
  const branch = deleting ? branchOf(segments, deleting.token) : new Set<string>();
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Costs from {formatDay(firstOfMonth(today()))} to today, in UTC. The costs of a segment
        include those of its child segments.
      </Text>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Segment tree">
        <Table highlightOnHover verticalSpacing={6} aria-label="Segment tree">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Segment</Table.Th>
              <Table.Th className="numeric">Priority</Table.Th>
              <Table.Th className="numeric">This month</Table.Th>
              <Table.Th w="30%">Share of tree</Table.Th>
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
                onDelete={mayEdit ? () => setDeleting(row.segment) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {deleting && (
        <ConfirmDelete
          kind="segment"
          title={deleting.title}
          send={() => api.delete(segmentPath, { path: { segment_token: deleting.token } })}
          uses={segments
            .filter(({ token }) => token !== deleting.token && branch.has(token))
            .map(({ title }) => `child segment “${title}”`)}
          refresh={[segmentsPath, '/v2/costs']}
          onClose={() => setDeleting(undefined)}
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
  const costs = useSegmentCosts(segment).data;
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
        <ShareBar amount={costs?.total_cost.amount} whole={whole} />
        <Table.Td className="numeric">
          <RowMenu label={segment.title} {...(onDelete ? { onDelete } : {})}>
            {segment.report_token && (
              <Menu.Item component={Link} to={reportPage(segment.report_token)}>
                View report
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
