import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { ExamplePrices } from '../../features/recommendations/ExamplePrices.js';
import { approximate } from '../../lib/decimal.js';
import type { Column } from '../../parts/DataTable.js';
import { formatShare } from '../../lib/money.js';
import { DateText, Money } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { categoryName } from '../../features/recommendations/category-names.js';
import { type Grouping, GroupingChoice, groupingOf, nameOfAccount, rowGroup } from './grouping.js';
import { isFiltered, queryOf } from './filters.js';
import { RecommendationFilters, shown } from './RecommendationFilters.js';
import { type Recommendation, recommendationPage, recommendationsPath } from './recommendation.js';
import { SavingsOverview } from './SavingsOverview.js';
import { useFilters, useViews } from './use-filters.js';
import { useSavings } from './use-savings.js';
import { ViewControls } from './ViewControls.js';

/** What can be saved in the workspace, and what has been. */
export function Recommendations() {
  const workspace = useWorkspace();
  const [filters] = useFilters();
  const names = useNames();
  const by = groupingOf(filters.group);
  const columns = useMemo(() => columnsOf(names, by), [names, by]);
  const { data: savings } = useSavings();
  const show = shown.find(({ value }) => value === filters.show)?.value ?? 'open';
  const views = useViews();
  // Without its view, the list would show what the view leaves out.
  if (filters.view && views.isPending) return <PageSkeleton />;
  return (
    <ListPage
      title="Recommendations"
      text="What would cost less, found in bills and inventories after each import and every day. Savings are per month."
      kind="recommendation"
      path={recommendationsPath}
      rows="recommendations"
      query={{
        workspace_token: workspace?.token,
        filter: show,
        ...queryOf(filters),
        ...(by !== 'none' && { group_by: by }),
      }}
      groupOf={by === 'none' ? undefined : (row, list) => rowGroup(row, list, by, names)}
      columns={columns}
      empty={emptyOf(show, isFiltered(filters))}
      filters={
        <Stack gap="md" mb="md">
          <SavingsOverview />
          <ViewControls />
          <RecommendationFilters show={show} names={names} currency={savings?.currency_code}>
            <GroupingChoice />
          </RecommendationFilters>
        </Stack>
      }
    >
      <Button component={Link} to="/recommendations/types" variant="default">
        Data that types need
      </Button>
    </ListPage>
  );
}

function emptyOf(show: string, hasFilters: boolean) {
  if (hasFilters) {
    return { title: 'No matches', text: 'No recommendation matches. Remove a filter to see more.' };
  }
  return show === 'open'
    ? {
        title: 'There are no open recommendations',
        text: 'Types that lack their data find nothing: “Data that types need” says which files to add.',
      }
    : { title: 'There are no such recommendations', text: 'Choose others to show.' };
}

function Saving({ recommendation }: { recommendation: Recommendation }) {
  const {
    potential_savings: saving,
    unbilled_savings: unbilled,
    cost_per_month: cost,
  } = recommendation;
  const currency = recommendation.currency_code ?? 'USD';
  if (saving === null) return '–';
  return (
    <>
      <Money amount={saving} currency={currency} />{' '}
      {recommendation.uses_example_prices && <ExamplePrices />}
      {cost !== null && approximate(unbilled) === 0 && (
        <Text size="xs" c="dimmed">
          {formatShare(saving, cost)} of the cost
        </Text>
      )}
      {approximate(unbilled) > 0 && (
        <Text size="xs" c="dimmed">
          <Money amount={unbilled} currency={currency} /> of it on no bill
        </Text>
      )}
    </>
  );
}

const columnsOf = (names: Names, by: Grouping): Column<Recommendation>[] => {
  // A group is named once, above its rows.
  const title = (row: Recommendation) =>
    by === 'category' ? nameOfAccount(row.provider_account_id, names) : row.description;
  return [
    {
      id: 'description',
      header: by === 'category' ? 'Account' : 'Recommendation',
      sort: title,
      cell: (row) => (
        <div className="recommendation-title">
          <Anchor component={Link} to={recommendationPage(row.token)} inherit>
            {title(row)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[row.service, ...(by === 'category' ? [] : [categoryName(row.category)])].join(' · ')}
          </Text>
        </div>
      ),
    },
    ...(by === 'none' ? [accountColumn(names)] : []),
    {
      id: 'cost',
      header: 'Cost per month',
      isNumeric: true,
      sort: (row) => approximate(row.cost_per_month ?? '0'),
      cell: ({ cost_per_month: cost, currency_code: currency }) =>
        cost === null ? (
          <span title="No bill has its resources">–</span>
        ) : (
          <Money amount={cost} currency={currency ?? 'USD'} />
        ),
    },
    {
      id: 'savings',
      header: 'Saving per month',
      isNumeric: true,
      sort: (row) => approximate(row.potential_savings ?? '0'),
      cell: (row) => <Saving recommendation={row} />,
    },
    {
      id: 'resources',
      header: 'Resources',
      isNumeric: true,
      sort: (row) => row.resources_affected_count,
      cell: (row) => row.resources_affected_count,
    },
    {
      id: 'provider',
      header: 'Provider',
      sort: (row) => row.provider,
      cell: (row) => names('provider', row.provider),
    },
    {
      id: 'since',
      header: 'Found on',
      sort: (row) => row.created_at,
      cell: (row) => <DateText day={row.created_at.slice(0, 10)} />,
    },
  ];
};

const accountColumn = (names: Names): Column<Recommendation> => ({
  id: 'account',
  header: 'Account',
  sort: (row) => nameOfAccount(row.provider_account_id, names),
  cell: (row) => nameOfAccount(row.provider_account_id, names),
});
