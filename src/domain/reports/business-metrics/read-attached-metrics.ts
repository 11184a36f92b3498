import type { Db, UnitCalculation, UnitScale } from '../../../platform/store/tables.js';

/** A metric attached to a cost report, with how its unit costs are calculated. */
export interface AttachedMetric {
  token: string;
  title: string;
  unit_scale: UnitScale;
  calculation_type: UnitCalculation;
  label_filter: string[] | null;
  label_filters: Record<string, string[]> | null;
}

/** Reads the metrics of a cost report in the order of the report. */
export function readAttachedMetrics(db: Db, costReport: string): Promise<AttachedMetric[]> {
  return db
    .selectFrom('business_metric_attachments as attached')
    .innerJoin('business_metrics as metric', 'metric.token', 'attached.business_metric_token')
    .select(['metric.token', 'metric.title', 'unit_scale', 'calculation_type'])
    .select(['label_filter', 'label_filters'])
    .where('cost_report_token', '=', costReport)
    .orderBy('report_position')
    .orderBy('attached.id')
    .execute();
}
