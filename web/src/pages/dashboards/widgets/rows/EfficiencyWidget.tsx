import { useGet } from '../../../../api/queries.js';
import { formatDateRange } from '../../../../lib/dates.js';
import { approximate } from '../../../../lib/decimal.js';
import { formatPercent } from '../../../../lib/money.js';
import { Money } from '../../../../parts/figures.js';
import { datesOf, type RowsWidgetProps } from './dates.js';
import { rowLimit, Rows } from './Rows.js';
import { RowsState } from './RowsState.js';

const usedText = (percent: string | null) =>
  percent === null ? '–' : `${formatPercent(approximate(percent) / 100)} used`;

/** The groups of a Kubernetes efficiency report. */
export function EfficiencyWidget(props: RowsWidgetProps) {
  const query = useGet('/v2/kubernetes_efficiency_reports/efficiency', {
    query: {
      kubernetes_efficiency_report_token: props.item.widgetable_token!,
      date_bin: 'total',
      limit: rowLimit,
      ...datesOf(props),
    },
  });
  return (
    <RowsState query={query}>
      {({ figures, figure_count: count, total, hidden_nodes, start_date, end_date }) => (
        <Rows
          item={props.item}
          headers={['Group', 'Cost', 'Efficiency']}
          summary={total.map(({ amount, idle_cost: idle, currency, cost_efficiency }) => (
            <div key={currency}>
              <Money amount={amount} currency={currency} />, of which{' '}
              <Money amount={idle} currency={currency} /> idle; {usedText(cost_efficiency)}
            </div>
          ))}
          rows={figures.map(({ groups, amount, currency, cost_efficiency }) => {
            const name = groups.map((group) => group ?? 'None').join(' / ');
            const detail = usedText(cost_efficiency);
            return { key: `${currency} ${name}`, name, amount, currency, detail };
          })}
          hasMore={count > figures.length}
          note={`${formatDateRange(start_date, end_date)}.${hidden_nodes ? ' Nodes whose bill is not shared have no cost here.' : ''}`}
        />
      )}
    </RowsState>
  );
}
