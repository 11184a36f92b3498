import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Schemas } from '../../api/types.js';
import { describeComparison } from '../../features/costs/ComparedChange.js';
import { formatDay } from '../../lib/dates.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { type Segment, branchOf, segmentPath, segmentsPath, treeOf } from './segment.js';
import { SegmentRows } from './SegmentRows.js';

interface SegmentTreeProps {
  segments: readonly Segment[];
  /** Undefined until they are loaded. */
  costs: Schemas['SegmentCosts'] | undefined;
  mayEdit: boolean;
}

/** The segments as trees, with their costs. */
export function SegmentTree({ segments, costs, mayEdit }: SegmentTreeProps) {
  const [deleting, setDeleting] = useState<Segment>();
  const rows = treeOf(segments);
  const branch = deleting ? branchOf(segments, deleting.token) : new Set<string>();
  return (
    <>
      {costs && <Notes costs={costs} />}
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Segment tree">
        <Table highlightOnHover verticalSpacing={6} aria-label="Segment tree">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Segment</Table.Th>
              <Table.Th className="numeric">Priority</Table.Th>
              <Table.Th className="numeric">Cost</Table.Th>
              <Table.Th className="numeric">Change</Table.Th>
              <Table.Th w="26%" pl="lg">
                Share of tree
              </Table.Th>
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
                costs={costs}
                isLastOfTree={(rows[index + 1]?.depth ?? 0) === 0}
                mayEdit={mayEdit}
                onDelete={() => setDeleting(row.segment)}
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

/** What the figures cover. */
function Notes({ costs }: { costs: Schemas['SegmentCosts'] }) {
  const { start_date: start, end_date: end, complete_through: through } = costs;
  const isIncomplete = through !== null && through < end;
  const unconverted = costs.unconverted_currencies;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      Costs from {formatDay(start)} to {formatDay(end)}, in UTC
      {isIncomplete && `, complete through ${formatDay(through)}`}. The costs of a segment include
      those of its child segments. {describeComparison(costs.comparison)}
      {unconverted.length > 0 &&
        ` Costs in ${unconverted.join(', ')} are not included, because an exchange rate is missing.`}
    </Text>
  );
}
