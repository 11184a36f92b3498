import { useGet } from '../../../../api/queries.js';
import { formatBytes } from '../../../../lib/bytes.js';
import { datesOf, type RowsWidgetProps } from './dates.js';
import { rowLimit, Rows } from './Rows.js';
import { RowsState } from './RowsState.js';

/** The largest flows of a network flow report. */
export function FlowsWidget(props: RowsWidgetProps) {
  const query = useGet('/v2/network_flow_logs', {
    query: {
      network_flow_report_token: props.item.widgetable_token!,
      limit: rowLimit,
      ...datesOf(props),
    },
  });
  return (
    <RowsState query={query}>
      {({ network_flow_logs: flows, links, sampling }) => (
        <Rows
          item={props.item}
          headers={['Flow', 'Estimated cost', 'Transferred']}
          rows={flows.map(({ groupings, estimated_cost: amount, currency, bytes }) => {
            const ends = Object.values(groupings).map((end) => end.label ?? end.value ?? 'Unknown');
            const name = ends.join(' → ');
            return {
              key: `${currency} ${JSON.stringify(groupings)}`,
              name,
              amount,
              currency,
              detail: formatBytes(bytes),
            };
          })}
          hasMore={links.next !== null}
          note={sampling.sampled ? 'From sampled flow logs.' : undefined}
        />
      )}
    </RowsState>
  );
}
