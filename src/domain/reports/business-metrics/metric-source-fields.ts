import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { DomainFailure, UnknownReference } from '../../../platform/lib/errors.js';
import { choice, emptyValueRules, text, token } from '../../../platform/kernel/fields.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { validate } from '../../../platform/kernel/validate.js';
import type { MetricImportType } from '../../../platform/store/tables.js';
import { integrations } from '../../intake/integrations/index.js';

const stats = ['Sum', 'Average', 'Minimum', 'Maximum'] as const;
const query = () => text(100_000).min(1);
const name = () => text(255).min(1);
const Dimension = z.object({ name: z.string(), value: z.string() });

/** Fields of each external source, as stored and as returned by the API. */
export const CloudwatchFields = z
  .object({
    stat: choice(stats),
    // Part of a host name.
    region: z.string().regex(/^[a-z0-9-]+$/),
    namespace: name(),
    metric_name: name(),
    label_dimension: z.string().nullable().default(null),
    dimensions: z.array(Dimension).default([]),
  })
  .meta({ id: 'CloudwatchFields' });
export const DatadogMetricFields = z.object({ query: query() }).meta({ id: 'DatadogMetricFields' });
export const SnowflakeMetricFields = z
  .object({ sql_query: query() })
  .meta({ id: 'SnowflakeMetricFields' });

interface Source {
  importType: MetricImportType;
  /** Provider of the integrations that can read it. */
  provider: string;
  fields: z.ZodObject;
}

const sources = {
  cloudwatch_fields: { importType: 'cloudwatch', provider: 'aws', fields: CloudwatchFields },
  datadog_metric_fields: {
    importType: 'datadog_metrics',
    provider: 'datadog',
    fields: DatadogMetricFields,
  },
  snowflake_metric_fields: {
    importType: 'snowflake_metrics',
    provider: 'snowflake',
    fields: SnowflakeMetricFields,
  },
} as const satisfies Record<string, Source>;

type SourceKey = keyof typeof sources;
const sourceKeys = Object.keys(sources) as SourceKey[];
const integration_token = token().optional();

/** The sources in a request body; on an update, fields that a source leaves out keep their values. */
export const sourceBodies = {
  datadog_metric_fields: z.object({ integration_token, query: query().optional() }).optional(),
  cloudwatch_fields: z
    .object({
      integration_token,
      stat: choice(stats).optional(),
      region: token().optional(),
      namespace: token().optional(),
      metric_name: token().optional(),
      label_dimension: z
        .string()
        .nullable()
        .register(emptyValueRules, { blank: 'clears' })
        .optional(),
      dimensions: z.array(Dimension).optional(),
    })
    .optional(),
  snowflake_metric_fields: z
    .object({ integration_token, sql_query: query().optional() })
    .optional(),
};

type Metric = Row<'business_metrics'>;
type SourceBody = { [Key in SourceKey]?: Record<string, unknown> };

/** The columns set by the source of a request body; none without a source. */
export async function sourceColumns(
  body: SourceBody & { values?: readonly unknown[] },
  ctx: Context,
  current: Metric | undefined,
): Promise<Record<string, unknown>> {
  const [key, ...more] = sourceKeys.filter((each) => body[each] !== undefined);
  if (body.values?.length && (key || (current && isPulled(current)))) throw valuesNotAllowed();
  if (!key) return {};
  if (more.length > 0) throw new DomainFailure([`${key} and ${more[0]} cannot both be the source`]);
  const { importType, fields } = sources[key];
  const stored = current?.import_type === importType ? storedSource(current) : {};
  const merged = { [key]: { ...stored, ...body[key] } };
  const full = (fields as z.ZodObject).extend({ integration_token: z.string() });
  const { integration_token: integration, ...source } = validate(z.object({ [key]: full }), merged)[
    key
  ] as { integration_token: string };
  await requireIntegration(ctx, key, integration);
  return {
    import_type: importType,
    integration_token: integration,
    source: JSON.stringify(source),
    // The outcome of pulling another source does not apply to this one.
    pulled_at: null,
    pull_error: null,
  };
}

const storedSource = ({ source, integration_token: integration }: Metric) => ({
  ...source,
  ...(integration && { integration_token: integration }),
});

async function requireIntegration(
  ctx: Context,
  key: SourceKey,
  integration: string,
): Promise<void> {
  const { provider } = sources[key];
  const found = await integrations.rows.find(ctx, integration);
  if (!found) throw new UnknownReference('Integration', `${key}.integration_token`, integration);
  if (found.provider !== provider) {
    throw new DomainFailure([`${key}.integration_token must name an integration of ${provider}`]);
  }
}

/** Whether the values come from an external source instead of the API. */
const isPulled = ({ import_type }: Metric) => import_type !== 'csv';

const valuesNotAllowed = () =>
  new DomainFailure([
    'values cannot be sent to a business metric that is read from an integration',
  ]);

/** Throws for a metric whose values are pulled: they must not be mixed with sent ones. */
export function requireSentValues(metric: Metric): void {
  if (isPulled(metric)) throw valuesNotAllowed();
}

/** The source as the API returns it: under one key, or none. */
export function serializeSource({ import_type, integration_token: integration, source }: Metric) {
  const key = sourceKeys.find((each) => sources[each].importType === import_type);
  return {
    ...Object.fromEntries(sourceKeys.map((each) => [each, undefined])),
    ...(key && { [key]: source }),
    integration_token: import_type === 'csv' ? '' : integration,
  };
}
