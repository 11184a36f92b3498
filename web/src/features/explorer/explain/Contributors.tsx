import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatShare } from '../../../lib/money.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { Money } from '../../../parts/figures.js';
import { NameText } from '../../../parts/NameText.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';
import { changesOf } from '../../cost-changes/changes-query.js';
import { Percent, SignedMoney } from '../../cost-changes/figures.js';
import { type Driver, useCostChanges } from '../../cost-changes/use-cost-changes.js';
import { ComparedChange, comparisonLabel } from '../../costs/ComparedChange.js';
import { type GroupValue, groupingLabel, nameValue } from '../../costs/groupings.js';
import { type CostSeries, costSeriesQuery } from '../../costs/use-cost-series.js';
import { useCostParameters } from '../../costs/use-costs.js';
import type { Names } from '../../costs/use-names.js';
import type { ExplorerQuery } from '../explorer-query.js';
import { comparedDays, linkToChanges } from '../link-to-changes.js';
import type { Scope } from '../scope.js';

interface ContributorsProps {
  query: ExplorerQuery;
  scope: Scope;
  costs: CostSeries;
  names: Names;
}

const maxContributors = 5;

/** What the total of a period consists of, and what changed it, each the largest first. */
export function Contributors({ query, scope, costs, names }: ContributorsProps) {
  const grouped: ExplorerQuery & Scope = {
    ...query,
    ...scope,
    groupings: query.groupings.length === 0 ? ['service'] : query.groupings,
  };
  const { comparison, total, currency } = costs;
  return (
    <>
      <LargestGroups query={grouped} names={names} />
      {comparison && total.change && (
        <section>
          <Group justify="space-between" align="baseline">
            <Title order={3}>Largest changes</Title>
            <Anchor component={Link} {...linkToChanges(grouped, comparison)} size="sm">
              View all changes
            </Anchor>
          </Group>
          <Text size="sm" c="dimmed">
            <ComparedChange change={total.change} currency={currency} />{' '}
            {comparisonLabel(comparison, query).replace(/^C/, 'c')}
          </Text>
          <LargestChanges query={grouped} comparison={comparison} names={names} />
        </section>
      )}
    </>
  );
}

type ListProps = { query: ExplorerQuery & Scope; names: Names };

function ContributorName({
  group: values,
  resourceName,
  ...props
}: ListProps & { group: object; resourceName: string | null | undefined }) {
  const { query, names } = props;
  const group = values as Record<string, GroupValue>;
  return (
    <Group gap="sm" className="driver-name">
      {query.groupings.map((grouping) => (
        <NameText
          key={grouping}
          {...nameValue(grouping, group[grouping] ?? null, names, resourceName)}
        />
      ))}
    </Group>
  );
}

const nameHeader = ({ groupings }: ExplorerQuery) => groupings.map(groupingLabel).join(' · ');

function LargestGroups(props: ListProps) {
  const { query } = props;
  const parameters = useCostParameters(query);
  const { data, error } = useQuery({
    ...costSeriesQuery(parameters, {}, maxContributors),
    enabled: parameters !== undefined,
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <TableSkeleton />;
  const { currency, total, groups } = data;
  const columns: Column<CostSeries['groups'][number]>[] = [
    {
      id: 'name',
      header: nameHeader(query),
      cell: ({ group, resource_name: resourceName }) => (
        <ContributorName {...props} group={group} resourceName={resourceName} />
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      isNumeric: true,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'share',
      header: 'Share',
      isNumeric: true,
      cell: ({ amount }) => formatShare(amount, total.amount),
    },
  ];
  return (
    <section>
      <Title order={3}>Largest contributors</Title>
      <DataTable
        label="Largest contributors"
        columns={columns}
        rows={groups}
        keyOf={({ group }) => JSON.stringify(group)}
      />
    </section>
  );
}

function LargestChanges({
  comparison,
  ...props
}: ListProps & { comparison: NonNullable<CostSeries['comparison']> }) {
  const { data, error } = useCostChanges(
    changesOf({ ...props.query, ...comparedDays(comparison) }),
  );
  if (error) return <ErrorNote error={error} />;
  if (!data) return <TableSkeleton />;
  const { currency, drivers } = data;
  const columns: Column<Driver>[] = [
    {
      id: 'name',
      header: nameHeader(props.query),
      cell: ({ group, resource_name: resourceName }) => (
        <ContributorName {...props} group={group} resourceName={resourceName} />
      ),
    },
    {
      id: 'before',
      header: 'Before',
      isNumeric: true,
      cell: ({ before }) => <Money amount={before} currency={currency} />,
    },
    {
      id: 'after',
      header: 'After',
      isNumeric: true,
      cell: ({ after }) => <Money amount={after} currency={currency} />,
    },
    {
      id: 'difference',
      header: 'Difference',
      isNumeric: true,
      cell: ({ difference, before }) => (
        <>
          <SignedMoney amount={difference} currency={currency} />{' '}
          <Text span size="xs" c="dimmed">
            <Percent difference={difference} before={before} />
          </Text>
        </>
      ),
    },
  ];
  return (
    <DataTable
      label="Largest changes"
      columns={columns}
      rows={drivers.slice(0, maxContributors)}
      keyOf={({ group }) => JSON.stringify(group)}
    />
  );
}
