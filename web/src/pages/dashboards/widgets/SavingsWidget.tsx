import { useWorkspace } from '../../../api/current-user.js';
import { useGet } from '../../../api/queries.js';
import type { LayoutItem } from '../../../features/dashboards/layout.js';
import { categoryName } from '../../../features/recommendations/category-names.js';
import { ExamplePrices } from '../../../features/recommendations/ExamplePrices.js';
import { approximate } from '../../../lib/decimal.js';
import { Money } from '../../../parts/figures.js';
import { rowLimit, Rows } from './rows/Rows.js';
import { RowsState } from './rows/RowsState.js';

/** The savings of the workspace by category. The dates of the dashboard do not apply. */
export function SavingsWidget({ item }: { item: LayoutItem }) {
  const workspace = useWorkspace();
  const query = useGet(
    '/v2/recommendations/savings',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return (
    <RowsState query={query}>
      {({ available, realised, by_category: categories, currency_code: currency, ...savings }) => {
        const open = categories.filter((each) => approximate(each.available) > 0);
        return (
          <Rows
            item={item}
            headers={['Category', 'Saving per month', 'Realized']}
            summary={
              <>
                <Money amount={available} currency={currency} /> available per month,{' '}
                <Money amount={realised} currency={currency} /> realized{' '}
                {savings.uses_example_prices && <ExamplePrices />}
              </>
            }
            rows={open.slice(0, rowLimit).map((each) => ({
              key: each.value ?? '',
              name: each.value === null ? 'None' : categoryName(each.value),
              to: '/recommendations',
              search: { category: each.value ?? '' },
              amount: each.available,
              currency,
              detail: '',
            }))}
            hasMore={open.length > rowLimit}
            note="Open recommendations, without alternatives and within the cost of each resource."
            empty="There are no open recommendations with savings."
          />
        );
      }}
    </RowsState>
  );
}
