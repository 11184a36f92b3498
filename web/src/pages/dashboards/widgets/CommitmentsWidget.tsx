import { useWorkspace } from '../../../api/current-user.js';
import { useGet } from '../../../api/queries.js';
import { commitmentName } from '../../../features/commitments/commitment.js';
import type { LayoutItem } from '../../../features/dashboards/layout.js';
import { formatDateRange, formatDay } from '../../../lib/dates.js';
import { formatRoundedPercent } from '../../../lib/money.js';
import { rowLimit, Rows } from './rows/Rows.js';
import { RowsState } from './rows/RowsState.js';

/** The commitments that expire next. The dates of the dashboard do not apply. */
export function CommitmentsWidget({ item }: { item: LayoutItem }) {
  const workspace = useWorkspace();
  const query = useGet(
    '/v2/financial_commitments/status',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  return (
    <RowsState query={query}>
      {({ commitment_status: all, start_date: start, end_date: end }) => {
        const current = all
          .filter(({ status }) => status !== 'expired')
          .toSorted((one, other) => one.days_left - other.days_left);
        return (
          <Rows
            item={item}
            headers={['Commitment', 'Unused', 'Expires']}
            rows={current.slice(0, rowLimit).map((each) => ({
              key: each.commitment_id,
              name: commitmentName(each),
              to: '/commitments',
              amount: each.unused_cost,
              currency: each.currency,
              detail: `Expires ${formatDay(each.expiration_date)}${usedText(each.utilization_percent)}`,
            }))}
            hasMore={current.length > rowLimit}
            order="The first to expire."
            note={`Unused: ${formatDateRange(start, end)}, in the currency of the bill.`}
            empty="No reservation or savings plan is active."
          />
        );
      }}
    </RowsState>
  );
}

const usedText = (percent: string | null): string =>
  percent === null ? '' : `, ${formatRoundedPercent(percent)} used`;
