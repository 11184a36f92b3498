import type { AnomalyEvent } from '../../features/anomalies/anomaly.js';
import { changesLink } from '../../features/cost-changes/changes-query.js';
import { chargeSettingsOf, type CostReport } from '../../features/cost-reports/cost-report.js';
import type { ExploreSearch } from '../../features/costs/explore-search.js';
import { providerField } from '../../features/costs/filter/condition.js';
import { printFilter } from '../../features/costs/filter/print-filter.js';
import { addDays, today } from '../../lib/dates.js';

/** Days that the explorer shows before and after the anomalous one. */
const daysBefore = 28;
const daysAfter = 7;

/** Resources show best what a rise consists of. */
const grouping = 'resource_id';

/** VQL that matches the series of an anomaly. */
function filterOf({ provider, service, category }: AnomalyEvent): string {
  const is = (field: string, value: string | null) => ({
    field,
    operator: 'is' as const,
    values: [value],
  });
  const series = [
    is(providerField, provider),
    is('costs.service', service),
    is('costs.category', category),
  ];
  return printFilter(series, [provider]);
}

/** The series of an anomaly in the explorer, around its day, as parameters of the page of its report. */
export function exploreAnomaly(anomaly: AnomalyEvent): ExploreSearch {
  const { anomaly_date: day } = anomaly;
  const last = addDays(day, daysAfter);
  return {
    start: addDays(day, -daysBefore),
    end: last < today() ? last : today(),
    bin: 'day',
    group: grouping,
    within: filterOf(anomaly),
  };
}

/** What changed from the same weekday of the week before. */
export function explainAnomaly(anomaly: AnomalyEvent, report: CostReport | undefined) {
  const { anomaly_date: day, cost_report_token: token } = anomaly;
  const before = addDays(day, -7);
  return changesLink({
    start: day,
    end: day,
    compare: { start: before, end: before },
    groupings: [grouping],
    filter: filterOf(anomaly),
    report: token,
    ...(report && { settings: chargeSettingsOf(report) }),
  });
}
