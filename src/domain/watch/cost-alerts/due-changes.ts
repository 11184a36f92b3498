import type { CostChange } from './compare-intervals.js';
import type { StoredCostAlert } from './read-alerts.js';
import type { WatchedReport } from './read-report-costs.js';

/** The changes of a report that an alert is due for. */
export interface DueChanges {
  alert: StoredCostAlert;
  report: WatchedReport;
  changes: readonly CostChange[];
  currency: string;
}
