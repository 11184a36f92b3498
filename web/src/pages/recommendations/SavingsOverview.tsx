import { Group, Paper, Select, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { useNames } from '../../features/costs/use-names.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';
import { ExamplePrices } from '../../features/recommendations/ExamplePrices.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { categoryName } from '../../features/recommendations/category-names.js';
import { SavingsBreakdown } from './SavingsBreakdown.js';
import { useFilters } from './use-filters.js';
import { useSavings } from './use-savings.js';

type Savings = Schemas['RecommendationSavings'];

/** Available and realised savings, by category, and by account or a tag. */
export function SavingsOverview() {
  const savings = useSavings();
  if (savings.error) {
    return <ErrorNote error={savings.error} onRetry={() => void savings.refetch()} />;
  }
  if (!savings.data) return <ChartSkeleton height={240} />;
  return <Overview savings={savings.data} />;
}

function Overview({ savings }: { savings: Savings }) {
  const names = useNames();
  const [{ owner = '' }] = useFilters();
  const { currency_code: currency, being_measured: measured } = savings;
  return (
    <Paper withBorder p="md" component="section" aria-label="Savings">
      <Group gap={48} mb={4}>
        <Figure
          label="Available per month"
          help="Open recommendations, without alternatives and within the cost of each resource"
        >
          <Money amount={savings.available} currency={currency} />{' '}
          {savings.uses_example_prices && <ExamplePrices />}
        </Figure>
        <Figure
          label="Realized per month"
          help="What ended findings cost less, measured on the bill over the week that followed"
        >
          <Money amount={savings.realised} currency={currency} />
        </Figure>
        <Figure label="Dismissed per month" help="Dismissed recommendations, without alternatives">
          <Money amount={savings.dismissed} currency={currency} />
        </Figure>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        <Basis savings={savings} />
        {savings.uses_example_prices &&
          ' Savings marked “example prices” were computed from prices that ship with this release, not from a current price list.'}
        {measured > 0 &&
          ` ${measured} ended ${measured === 1 ? 'finding is' : 'findings are'} still being measured: the bill has less than a week after ${measured === 1 ? 'it' : 'them'}.`}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <SavingsBreakdown
          title="By category"
          groups={savings.by_category}
          currency={currency}
          nameOf={categoryName}
          filterOf={(category) => ({ category })}
        />
        {owner === '' ? (
          <SavingsBreakdown
            title="By account"
            groups={savings.by_account}
            currency={currency}
            nameOf={(account) => names('account_id', account)}
            filterOf={(account) => ({ account })}
          >
            <OwnerChoice owner={owner} />
          </SavingsBreakdown>
        ) : (
          <SavingsBreakdown
            title={`By tag ${owner}`}
            groups={savings.by_tag}
            currency={currency}
            nameOf={(value) => value}
            filterOf={(value) => ({ tag: `${owner}=${value}` })}
          >
            <OwnerChoice owner={owner} />
          </SavingsBreakdown>
        )}
      </SimpleGrid>
    </Paper>
  );
}

/** How the available savings were computed, and what they leave out. */
function Basis({ savings }: { savings: Savings }) {
  const { currency_code: currency, cost, resources, left_out: leftOut } = savings;
  const are = resources === 1 ? 'this resource costs' : `these ${resources} resources cost`;
  return (
    <>
      Available savings are part of the <Money amount={cost} currency={currency} /> that {are} per
      month at the current rate, as in the last 30 days, or in the last 7 where that is less. No
      resource saves more than it costs, and alternatives for it are not added up, so the rows of
      the list below can add up to more. Left out is usage that a reservation or a savings plan
      covers, because without it the commitment is still paid
      {leftOut.findings > 0 && (
        <>
          , and <Money amount={leftOut.savings} currency={currency} /> by list prices in{' '}
          {leftOut.findings} {leftOut.findings === 1 ? 'finding' : 'findings'}, because what they
          would save is on no bill
        </>
      )}
      .
    </>
  );
}

const byAccount = 'account';

/** The tag that names the owner of a resource differs between companies. */
function OwnerChoice({ owner }: { owner: string }) {
  const [, change] = useFilters();
  const { keys } = useTagList();
  return (
    <Select
      aria-label="Break savings down by"
      size="xs"
      w={190}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No matches"
      data={[
        { value: byAccount, label: 'Account' },
        ...keys.map((key) => ({ value: `tag ${key}`, label: `Tag: ${key}` })),
      ]}
      value={owner === '' ? byAccount : `tag ${owner}`}
      onChange={(choice) =>
        change({ owner: choice?.startsWith('tag ') ? choice.slice(4) : '', tag: '' })
      }
    />
  );
}
