import { useGet } from '../../../../api/queries.js';
import { useNames } from '../../../../features/costs/use-names.js';
import { formatDateRange } from '../../../../lib/dates.js';
import { formatRoundedPercent } from '../../../../lib/money.js';
import { Money } from '../../../../parts/figures.js';
import { datesOf, type RowsWidgetProps } from './dates.js';
import { rowLimit, Rows } from './Rows.js';
import { RowsState } from './RowsState.js';

const share = (percent: string | null) => (percent === null ? '–' : formatRoundedPercent(percent));

/** The groups of a commitment report. */
export function CommitmentReportWidget(props: RowsWidgetProps) {
  const names = useNames();
  const token = props.item.widgetable_token!;
  const query = useGet(
    '/v2/financial_commitment_reports/{financial_commitment_report_token}/figures',
    {
      path: { financial_commitment_report_token: token },
      query: { limit: rowLimit, ...datesOf(props) },
    },
  );
  return (
    <RowsState query={query}>
      {({ groups, group_count, groupings, total, currency, ...figures }) => (
        <Rows
          item={props.item}
          headers={['Group', 'Spend', 'Coverage']}
          summary={
            <>
              {share(total.coverage_percent)} covered, {share(total.utilization_percent)} used,{' '}
              <Money amount={total.total_savings} currency={currency} /> saved
            </>
          }
          rows={groups.map(({ values, discounted_spend: amount, coverage_percent }) => {
            const name = values.map((value, index) => names(groupings[index]!, value ?? 'None'));
            const detail = `${share(coverage_percent)} covered`;
            return {
              key: JSON.stringify(values),
              name: name.join(' / '),
              amount,
              currency,
              detail,
            };
          })}
          hasMore={group_count > groups.length}
          note={notesOf(figures)}
        />
      )}
    </RowsState>
  );
}

/** The days of the figures, and what is in none of them. */
function notesOf(figures: {
  start_date: string;
  end_date: string;
  complete_through: string | null;
  unconverted_currencies: string[];
}): string {
  const { start_date, end_date, complete_through: through, unconverted_currencies: left } = figures;
  const days = `${formatDateRange(start_date, end_date)}.`;
  const open = through === null || through < end_date ? ' The last days still change.' : '';
  const missing = left.length > 0 ? ` Without an exchange rate: ${left.join(', ')}.` : '';
  return days + open + missing;
}
