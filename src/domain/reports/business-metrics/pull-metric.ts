import type { Row } from '../../../platform/kernel/rows.js';
import { addDays } from '../../../platform/lib/days.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Clock, formatDate } from '../../../platform/lib/time.js';
import { ImportError } from '../../intake/ingest/index.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { MetricImportType } from '../../../platform/store/tables.js';
import { requireMetricAccess } from './metric-access.js';
import { cloudwatch } from './cloudwatch.js';
import { datadog } from './datadog.js';
import { snowflake } from './snowflake.js';
import type { MetricSource } from './metric-source.js';
import { PullError } from './pull-error.js';
import { sumValues } from './sum-values.js';
import { inBatches, type NewValue, writeValues } from './write-values.js';

type Metric = Row<'business_metrics'>;

const sources: Partial<Record<MetricImportType, MetricSource>> = {
  cloudwatch,
  datadog_metrics: datadog,
  snowflake_metrics: snowflake,
};

/** Import types whose values are pulled from an external source. */
export const pulledImportTypes = Object.keys(sources) as MetricImportType[];

/** Days read the first time. */
const initialDays = 180;
/** Days before the last pull that are read again, because late data may have changed them. */
const overlapDays = 14;

/** Reads the external source of a metric and records success or failure. Returns whether it succeeded. */
export async function pullMetric(
  services: Services,
  metric: Metric,
  clock: Clock,
): Promise<boolean> {
  const range = rangeToPull(metric, formatDate(clock()));
  try {
    const { values, isKeyed } = await readValues(services, metric, range);
    await storeValues(services, metric, values, { isKeyed, now: clock() });
    return true;
  } catch (error) {
    const isExpected = error instanceof PullError || error instanceof ImportError;
    const pull_error = isExpected
      ? error.message
      : 'The source could not be read; see the server log.';
    if (!isExpected) {
      services.log.error({ err: error, metric: metric.token }, 'pulling a business metric failed');
    }
    await updateIfSameSource(services, metric).set({ pull_error }).execute();
    return false;
  }
}

/** Complete days only: the value of the current day is not final. */
function rangeToPull({ pulled_at }: Metric, today: string): DateRange {
  const end = addDays(today, -1);
  return {
    start: pulled_at ? addDays(formatDate(pulled_at), -overlapDays) : addDays(end, 1 - initialDays),
    end,
  };
}

async function readValues(services: Services, metric: Metric, range: DateRange) {
  const integration = metric.integration_token
    ? await services.db
        .selectFrom('integrations')
        .select(['token', 'provider', 'settings', 'secrets'])
        .where('token', '=', metric.integration_token)
        .executeTakeFirst()
    : undefined;
  const access = requireMetricAccess(integration, services);
  return sumValues(sources[metric.import_type]!.pull(metric.source ?? {}, access, range));
}

/** All or nothing; the values are dropped if the source of the metric has changed meanwhile. */
async function storeValues(
  services: Services,
  metric: Metric,
  values: readonly NewValue[],
  { isKeyed, now }: { isKeyed: boolean; now: Date },
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await updateIfSameSource({ db }, metric)
      .set({ pulled_at: now, pull_error: null, keyed_labels: metric.keyed_labels || isKeyed })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await writeValues(db, { metric: metric.token, forecasted: false }, inBatches(values));
  });
}

/** An update of the metric that does nothing if its source has changed since it was read. */
function updateIfSameSource({ db }: Pick<Services, 'db'>, { token, import_type, source }: Metric) {
  return db
    .updateTable('business_metrics')
    .where('token', '=', token)
    .where('import_type', '=', import_type)
    .where('source', '=', JSON.stringify(source) as never);
}
