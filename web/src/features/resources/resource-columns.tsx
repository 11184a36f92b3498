import { Text } from '@mantine/core';
import { regionName } from '../../../../src/domain/costs/providers/region-names.js';
import { typeName } from '../../../../src/domain/optimise/resources/type-name.js';
import { approximate } from '../../lib/decimal.js';
import { capitalize, countOf } from '../../lib/text.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import type { Names } from '../costs/use-names.js';
import { costDays, ResourceCost } from './ResourceCost.js';
import { CostTrend } from './CostTrend.js';
import { RegionName } from './RegionName.js';
import { ResourceName } from './ResourceName.js';
import { formatUtilization, maximaOf, nameOf, type Resource } from './resource.js';
import { ExamplePrices } from '../recommendations/ExamplePrices.js';

type ResourceColumn = Column<Resource>;

/** The columns that all resources have, by the names that reports use. */
export const resourceColumns = (names: Names) =>
  ({
    label: {
      id: 'label',
      header: 'Name',
      sort: nameOf,
      cell: (row) => <ResourceName resource={row} />,
    },
    resource: {
      id: 'resource',
      header: 'Identifier',
      sort: (row) => row.uuid,
      cell: (row) => <span className="resource-id">{row.uuid}</span>,
    },
    type: {
      id: 'type',
      header: 'Type',
      sort: (row) => typeName(row.type),
      cell: (row) => typeName(row.type),
    },
    provider: {
      id: 'provider',
      header: 'Provider',
      sort: (row) => row.provider,
      cell: (row) => names('provider', row.provider),
    },
    account: {
      id: 'account',
      header: 'Account',
      sort: ({ account_id: account }) => (account === null ? '' : names('account_id', account)),
      cell: ({ account_id: account }) =>
        account === null ? '–' : <span title={account}>{names('account_id', account)}</span>,
    },
    region: {
      id: 'region',
      header: 'Region',
      sort: (row) => regionName(row.region ?? ''),
      cell: (row) => <RegionName code={row.region} />,
    },
    accrued_costs: {
      id: 'accrued_costs',
      header: 'Cost in 30 days',
      isNumeric: true,
      sort: (row) => approximate(row.summary?.cost ?? '0'),
      cell: ({ summary }) =>
        summary && (
          <>
            <ResourceCost summary={summary} />
            <Text size="xs" c="dimmed" className="unbroken">
              {costDays(summary)}
            </Text>
          </>
        ),
    },
    recommendation_savings: {
      id: 'recommendation_savings',
      header: 'Saving per month',
      isNumeric: true,
      sort: (row) => approximate(row.summary?.recommendation_savings ?? '0'),
      cell: ({ summary }) =>
        summary && summary.recommendations > 0 ? (
          <>
            <Money amount={summary.recommendation_savings} currency={summary.currency} />{' '}
            {summary.uses_example_prices && <ExamplePrices />}
            <Text size="xs" c="dimmed">
              {countOf(summary.recommendations, 'recommendation')}
            </Text>
          </>
        ) : (
          '–'
        ),
    },
  }) satisfies Record<string, ResourceColumn>;

/** Needs the daily costs of resources. */
export const trendColumn: ResourceColumn = {
  id: 'trend',
  header: 'Trend',
  cell: (row) => <CostTrend resource={row} />,
};

/** Utilisation where files or inventories say it: CPU first, since most have it. */
export const utilizationColumn: ResourceColumn = {
  id: 'utilization',
  header: 'Max CPU, memory',
  cell: ({ summary }) => {
    const maxima = new Map(summary && maximaOf(summary));
    const [cpu, memory] = [maxima.get('max_cpu'), maxima.get('max_memory')];
    if (cpu === undefined && memory === undefined) return '–';
    return [
      cpu === undefined ? '–' : formatUtilization('max_cpu', cpu),
      memory === undefined ? '–' : formatUtilization('max_memory', memory),
    ].join(', ');
  },
};

export const stateColumn: ResourceColumn = {
  id: 'state',
  header: 'State',
  sort: (row) => row.summary?.state ?? '',
  cell: ({ summary }) => {
    if (!summary?.state) return '–';
    return (
      <>
        {capitalize(summary.state)}
        {summary.state_since && (
          <Text size="xs" c="dimmed">
            since <DateText day={summary.state_since.slice(0, 10)} />
          </Text>
        )}
      </>
    );
  },
};
