import { type BusinessMetric, isSent } from './business-metric.js';

/** Where values come from: sent to the API, or read through an integration of a provider. */
export const sources = {
  csv: { label: 'Uploads', provider: undefined, field: undefined },
  cloudwatch: { label: 'Amazon CloudWatch', provider: 'aws', field: 'cloudwatch_fields' },
  datadog_metrics: { label: 'Datadog', provider: 'datadog', field: 'datadog_metric_fields' },
  snowflake_metrics: {
    label: 'Snowflake',
    provider: 'snowflake',
    field: 'snowflake_metric_fields',
  },
} as const;

export type SourceType = keyof typeof sources;

/** Whether they are read from a source that can be set up here. */
export const isFromOutside = (metric: BusinessMetric): boolean =>
  !isSent(metric) && (metric.import_type ?? '') in sources;

export const stats = ['Sum', 'Average', 'Minimum', 'Maximum'];

export interface Dimension {
  name: string;
  value: string;
}

/** A source while it is edited, with a place for every type. */
export interface DraftSource extends Record<string, unknown> {
  type: SourceType;
  integration: string;
  stat: string;
  region: string;
  namespace: string;
  metric_name: string;
  label_dimension: string;
  dimensions: Dimension[];
  query: string;
  sql_query: string;
}

export interface SourceFieldsProps {
  draft: DraftSource;
  isReadOnly: boolean;
  onChange: (part: Partial<DraftSource>) => void;
}

export const noSource: DraftSource = {
  type: 'csv',
  integration: '',
  stat: 'Sum',
  region: '',
  namespace: '',
  metric_name: '',
  label_dimension: '',
  dimensions: [],
  query: '',
  sql_query: '',
};

export function draftSource(metric: BusinessMetric): DraftSource {
  const { field } = sources[metric.import_type as SourceType];
  const stored = field ? metric[field] : undefined;
  return {
    ...noSource,
    ...stored,
    label_dimension: metric.cloudwatch_fields?.label_dimension ?? '',
    type: metric.import_type as SourceType,
    integration: metric.integration_token ?? '',
  };
}

/** What the API takes of it: one key, or none. */
export function sourceBody(draft: DraftSource): Record<string, unknown> {
  const { field } = sources[draft.type];
  return field ? { [field]: { integration_token: draft.integration, ...fieldsOf(draft) } } : {};
}

function fieldsOf(draft: DraftSource): Record<string, unknown> {
  if (draft.type === 'datadog_metrics') return { query: draft.query };
  if (draft.type === 'snowflake_metrics') return { sql_query: draft.sql_query };
  const { stat, region, namespace, metric_name, label_dimension, dimensions } = draft;
  return { stat, region, namespace, metric_name, label_dimension, dimensions };
}
