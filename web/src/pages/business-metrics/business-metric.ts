import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole } from '../../api/who.js';

export const businessMetricsPath = '/v2/business_metrics';

export interface Attachment {
  cost_report_token: string;
  unit_scale: string;
  calculation_type: string;
  label?: string;
  label_filter?: string[];
  label_filters?: Record<string, string[]>;
}

export interface BusinessMetric {
  token: string;
  title: string;
  import_type: string | null;
  integration_token: string | null;
  cloudwatch_fields?: {
    stat: string;
    region: string;
    namespace: string;
    metric_name: string;
    label_dimension: string | null;
    dimensions: { name: string; value: string }[];
  };
  datadog_metric_fields?: { query: string };
  snowflake_metric_fields?: { sql_query: string };
  cost_report_tokens_with_metadata: Attachment[];
}

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
