import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Answer, Schemas } from '../../api/types.js';

export type BusinessMetric = Schemas['BusinessMetric'];
export type Attachment = Schemas['AttachedCostReportForBusinessMetric'] & {
  cost_report_token: string;
};

export const businessMetricsPath = '/v2/business_metrics';
export const businessMetricPath = '/v2/business_metrics/{business_metric_token}';

/** Whether its values are uploaded or sent to the API, instead of imported automatically. */
export const isUploaded = ({ import_type: type }: BusinessMetric): boolean => type === 'csv';

type ImportStatus = Answer<'/console/business_metrics'>['business_metrics'][number];

/** The status of the automatic import of a metric; only editors can read it. */
export function useImportStatus(metric: BusinessMetric): ImportStatus | undefined {
  const mayRead = useHasRole('Editor');
  const { data } = useGet(
    '/console/business_metrics',
    { query: { limit: 1000 } },
    { enabled: mayRead && !isUploaded(metric) },
  );
  return data?.business_metrics.find(({ token }) => token === metric.token);
}
