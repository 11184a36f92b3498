import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { visibleMetrics } from '../../costs/visible-metrics.js';
import { AttachedCostReport, attachedCostReports } from './attached-cost-reports.js';
import {
  CloudwatchFields,
  DatadogMetricFields,
  SnowflakeMetricFields,
  serializeSource,
} from './metric-source-fields.js';

export const BusinessMetric = z
  .object({
    token: z.string(),
    title: z.string(),
    created_by_token: z.string().nullable(),
    cost_report_tokens_with_metadata: z.array(AttachedCostReport),
    import_type: z
      .enum(['datadog_metrics', 'cloudwatch', 'snowflake_metrics', 'metronome_metrics', 'csv'])
      .nullable()
      .describe('Source of its values; csv when they are sent through the API.'),
    integration_token: z
      .string()
      .nullable()
      .describe('Empty when its values are sent through the API.'),
    cloudwatch_fields: CloudwatchFields.optional(),
    datadog_metric_fields: DatadogMetricFields.optional(),
    snowflake_metric_fields: SnowflakeMetricFields.optional(),
  })
  .meta({ id: 'BusinessMetric' });

export const businessMetrics = entity({
  table: 'business_metrics',
  prefix: 'bsnss_mtrc',
  kind: 'Business Metric',
  title: 'title',
  page: '/business-metrics/{token}',
  canBeFavourite: true,
  access: { within: 'account', write: 'editor', visible: (_actor, ctx) => visibleMetrics(ctx) },
  model: BusinessMetric,
  derive: async (rows, ctx) => {
    const attached = await attachedCostReports(rows, ctx);
    return (row) => ({
      ...serializeSource(row),
      cost_report_tokens_with_metadata: attached(row.token),
    });
  },
});
