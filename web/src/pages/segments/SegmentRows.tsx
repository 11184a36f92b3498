import { Anchor, Menu, Skeleton, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/types.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { ComparedChange } from '../../features/costs/ComparedChange.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { Money } from '../../parts/figures.js';
import { RowMenu } from '../../parts/RowMenu.js';
import type { TreeRow } from './segment.js';
import { ShareBar } from './ShareBar.js';

type Costs = Schemas['SegmentCosts'];

interface SegmentRowsProps {
  row: TreeRow;
  costs: Costs | undefined;
  isLastOfTree: boolean;
  mayEdit: boolean;
  onDelete: () => void;
}

/** A segment with its costs; after the last one of a tree, the costs that no segment has. */
export function SegmentRows({ row, costs, isLastOfTree, mayEdit, onDelete }: SegmentRowsProps) {
  const { segment, depth, top } = row;
  const costOf = (token: string) =>
    costs?.segments.find(({ segment_token: each }) => each === token);
  const [cost, whole] = [costOf(segment.token), costOf(top.token)];
  const title = segment.description ? { title: segment.description } : {};
  const edit = `/segments/${segment.token}`;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          {segment.report_token && costs ? (
            <ExploreLink
              to={reportPage(segment.report_token)}
              search={{ start: costs.start_date, end: costs.end_date }}
              pl={depth * 24}
              {...title}
            >
              {segment.title}
            </ExploreLink>
          ) : (
            <Anchor component={Link} to={edit} inherit pl={depth * 24} {...title}>
              {segment.title}
            </Anchor>
          )}
        </Table.Td>
        <Table.Td className="numeric">{segment.priority}</Table.Td>
        {cost && whole && costs ? (
          <Figures cost={cost} whole={whole.amount} currency={costs.currency} />
        ) : (
          <NoFigures isLoading={costs === undefined} />
        )}
        <Table.Td className="numeric">
          <RowMenu label={segment.title} {...(mayEdit ? { onDelete } : {})}>
            <Menu.Item component={Link} to={edit}>
              {mayEdit ? 'Edit' : 'View settings'}
            </Menu.Item>
          </RowMenu>
        </Table.Td>
      </Table.Tr>
      {isLastOfTree && top.track_unallocated && (
        <Unallocated report={top.report_token} cost={whole} costs={costs} />
      )}
    </>
  );
}

type SegmentCost = Costs['segments'][number];

function Figures({
  cost,
  whole,
  currency,
}: {
  cost: SegmentCost;
  whole: string;
  currency: string;
}) {
  return (
    <>
      <Table.Td className="numeric">
        <Money amount={cost.amount} currency={currency} />
      </Table.Td>
      <Table.Td className="numeric">
        {cost.change && <ComparedChange change={cost.change} currency={currency} />}
      </Table.Td>
      <ShareBar amount={cost.amount} whole={whole} />
    </>
  );
}

function NoFigures({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      <Table.Td>{isLoading && <Skeleton height={14} width={80} ml="auto" />}</Table.Td>
      <Table.Td />
      <Table.Td />
    </>
  );
}

interface UnallocatedProps {
  /** The report and the costs of the top-level segment. */
  report: string | null;
  cost: SegmentCost | undefined;
  costs: Costs | undefined;
}

function Unallocated({ report, cost, costs }: UnallocatedProps) {
  return (
    <Table.Tr>
      <Table.Td>
        {report && costs ? (
          <ExploreLink
            to={reportPage(report)}
            search={{ start: costs.start_date, end: costs.end_date }}
            pl={24}
            c="dimmed"
          >
            Unallocated
          </ExploreLink>
        ) : (
          <Text span inherit c="dimmed" pl={24}>
            Unallocated
          </Text>
        )}
      </Table.Td>
      <Table.Td />
      {cost && costs ? (
        <>
          <Table.Td className="numeric">
            <Money amount={cost.unallocated_amount} currency={costs.currency} />
          </Table.Td>
          <Table.Td />
          <ShareBar amount={cost.unallocated_amount} whole={cost.amount} isUnallocated />
        </>
      ) : (
        <NoFigures isLoading={costs === undefined} />
      )}
      <Table.Td />
    </Table.Tr>
  );
}
