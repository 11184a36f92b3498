import { useHasRole } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';

export const businessMetricsPath = '/v2/business_metrics';

export type BusinessMetric = Schemas['BusinessMetric'];
export type Attachment = Schemas['AttachedCostReportForBusinessMetric'];

export const isSent = ({ import_type: type }: BusinessMetric): boolean => type === 'csv';

/** Where values come from, as people call it. */
export const sourceNames: Record<string, string> = {
  csv: 'Uploaded',
  cloudwatch: 'Amazon CloudWatch',
  datadog_metrics: 'Datadog',
  snowflake_metrics: 'Snowflake',
};

interface SourceState {
  token: string;
  state: 'not_configured' | 'waiting' | 'pulled' | 'failed';
  pulled_at: string | null;
  error: string | null;
}

/** How reading from outside goes, of one metric; only editors are told. */
export function useSourceState(metric: BusinessMetric): SourceState | undefined {
  const mayKnow = useHasRole('Editor');
  const { data } = useGet<ListAnswer>(
    '/console/business_metrics',
    { limit: 1000 },
    { enabled: mayKnow && !isSent(metric) },
  );
  const states = (data?.['business_metrics'] ?? []) as SourceState[];
  return states.find(({ token }) => token === metric.token);
}
