import {
  anomalyPage,
  describeKind,
  impactOf,
  useOpenAnomalies,
} from '../../../features/anomalies/anomaly.js';
import { formatDay } from '../../../lib/dates.js';
import type { LayoutItem } from '../../../features/dashboards/layout.js';
import { rowLimit, Rows } from './rows/Rows.js';
import { RowsState } from './rows/RowsState.js';

/** The open anomalies of the workspace. The dates of the dashboard do not apply. */
export function AnomaliesWidget({ item }: { item: LayoutItem }) {
  const { anomalies, error, refetch } = useOpenAnomalies();
  return (
    <RowsState query={{ data: anomalies, error, refetch, isPlaceholderData: false }}>
      {(all) => (
        <Rows
          item={item}
          headers={['Service', 'Impact', 'Day']}
          rows={all.slice(0, rowLimit).map((anomaly) => ({
            key: anomaly.token,
            name: anomaly.service,
            to: anomalyPage(anomaly.token),
            amount: impactOf(anomaly),
            currency: anomaly.currency,
            detail: `${describeKind(anomaly).label}, ${formatDay(anomaly.anomaly_date)}`,
          }))}
          hasMore={all.length > rowLimit}
          note="Costs above what was expected, so far."
          empty="No costs of the last days are higher than expected."
        />
      )}
    </RowsState>
  );
}
