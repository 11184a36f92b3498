import type { Body, Schemas } from '../../api/types.js';
import { type BusinessMetric, type businessMetricPath, isUploaded } from './business-metric.js';

/** Where values come from: uploads, or an integration with a provider. */
export const sources = {
  csv: { label: 'CSV upload', provider: undefined, field: undefined },
  cloudwatch: { label: 'Amazon CloudWatch', provider: 'aws', field: 'cloudwatch_fields' },
  datadog_metrics: { label: 'Datadog', provider: 'datadog', field: 'datadog_metric_fields' },
  snowflake_metrics: {
    label: 'Snowflake',
    provider: 'snowflake',
    field: 'snowflake_metric_fields',
  },
} as const;

export type SourceType = keyof typeof sources;
/** A source that values are imported from automatically. */
export type ImportedSourceType = Exclude<SourceType, 'csv'>;

const isSourceType = (type: string): type is SourceType => type in sources;

/** The name of the source of a metric. */
export function sourceLabel({ import_type: type }: BusinessMetric): string {
  if (type === null) return sources.csv.label;
  return isSourceType(type) ? sources[type].label : type;
}

/** Whether values are imported from a source that can be configured here. */
export const hasEditableSource = (metric: BusinessMetric): boolean =>
  !isUploaded(metric) && isSourceType(metric.import_type ?? '');

type CloudwatchFields = Schemas['CloudwatchFields'];

export const statistics: CloudwatchFields['stat'][] = ['Sum', 'Average', 'Minimum', 'Maximum'];

export type Dimension = CloudwatchFields['dimensions'][number];

/** A source while it is edited, with the fields of every type. */
export interface SourceDraft extends Record<string, unknown> {
  type: SourceType;
  integration: string;
  stat: CloudwatchFields['stat'];
  region: string;
  namespace: string;
  metric_name: string;
  label_dimension: string;
  dimensions: Dimension[];
  query: string;
  sql_query: string;
}

export interface SourceFieldsProps {
  draft: SourceDraft;
  isReadOnly: boolean;
  onChange: (part: Partial<SourceDraft>) => void;
}

export const emptySource: SourceDraft = {
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

/** The source of a metric, to be edited. */
export function draftOfSource(metric: BusinessMetric): SourceDraft {
  const type = metric.import_type as SourceType;
  const { field } = sources[type];
  const stored = field ? metric[field] : undefined;
  return {
    ...emptySource,
    ...stored,
    label_dimension: metric.cloudwatch_fields?.label_dimension ?? '',
    type,
    integration: metric.integration_token ?? '',
  };
}

type SourceBody = Pick<
  Body<typeof businessMetricPath, 'put'>,
  NonNullable<(typeof sources)[SourceType]['field']>
>;

/** The part of a request body that sets the source; empty for uploads. */
export function sourceBody({ type, integration, ...draft }: SourceDraft): SourceBody {
  const shared = { integration_token: integration };
  if (type === 'csv') return {};
  if (type === 'datadog_metrics') {
    return { datadog_metric_fields: { ...shared, query: draft.query } };
  }
  if (type === 'snowflake_metrics') {
    return { snowflake_metric_fields: { ...shared, sql_query: draft.sql_query } };
  }
  const { stat, region, namespace, metric_name, label_dimension, dimensions } = draft;
  const metric = { stat, region, namespace, metric_name, label_dimension, dimensions };
  return { cloudwatch_fields: { ...shared, ...metric } };
}
