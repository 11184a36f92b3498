import type { Row } from '../../platform/kernel/rows.js';
import { addDays } from '../../platform/lib/days.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { type Clock, formatDate } from '../../platform/lib/time.js';
import { ImportError } from '../ingest/import-error.js';
import type { Services } from '../../platform/kernel/services.js';
import type { MetricImportType } from '../../platform/store/tables.js';
import { metricAccess } from './access.js';
import { addUp } from './add-up.js';
import { cloudwatch } from './cloudwatch.js';
import { datadog } from './datadog.js';
import { snowflake } from './snowflake.js';
import { type MetricSource, PullError } from './source.js';
import { inBatches, type NewValue, writeValues } from './write-values.js';

type Metric = Row<'business_metrics'>;

const sources: Partial<Record<MetricImportType, MetricSource>> = {
  cloudwatch,
  datadog_metrics: datadog,
  snowflake_metrics: snowflake,
};

/** Import types that are pulled. */
export const pulledTypes = Object.keys(sources) as MetricImportType[];

/** A new source is asked for so many days, a known one for those that may have changed since. */
const firstDays = 180;
const lateDays = 14;

/** Reads the outside source of a metric and keeps its state true. Says whether that went well. */
export async function pullMetric(
  services: Services,
  metric: Metric,
  clock: Clock,
): Promise<boolean> {
  const range = rangeOf(metric, formatDate(clock()));
  try {
    const { values, isKeyed } = await read(services, metric, range);
    await store(services, metric, values, { isKeyed, now: clock() });
    return true;
  } catch (error) {
    const known = error instanceof PullError || error instanceof ImportError;
    const pull_error = known ? error.message : 'The source could not be read; the log says why.';
    if (!known) services.log.error({ err: error, metric: metric.token }, 'a metric failed');
    await ofSameSource(services, metric).set({ pull_error }).execute();
    return false;
  }
}

/** Days that are over: what a running day has so far is no value of it. */
function rangeOf({ pulled_at }: Metric, today: string): DateRange {
  const end = addDays(today, -1);
  return {
    start: pulled_at ? addDays(formatDate(pulled_at), -lateDays) : addDays(end, 1 - firstDays),
    end,
  };
}

async function read({ db, vault, serverCredentials }: Services, metric: Metric, range: DateRange) {
  const integration = metric.integration_token
    ? await db
        .selectFrom('integrations')
        .select(['token', 'provider', 'settings', 'secrets'])
        .where('token', '=', metric.integration_token)
        .executeTakeFirst()
    : undefined;
  const access = metricAccess(integration, vault, serverCredentials);
  return addUp(sources[metric.import_type]!.pull(metric.source ?? {}, access, range));
}

/** All of it or nothing; what another source took the place of meanwhile is dropped. */
async function store(
  services: Services,
  metric: Metric,
  values: readonly NewValue[],
  { isKeyed, now }: { isKeyed: boolean; now: Date },
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await ofSameSource({ db }, metric)
      .set({ pulled_at: now, pull_error: null, keyed_labels: metric.keyed_labels || isKeyed })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await writeValues(db, { metric: metric.token, forecasted: false }, inBatches(values));
  });
}

/** The metric, unless its source was changed since it was read. */
function ofSameSource({ db }: Pick<Services, 'db'>, { token, import_type, source }: Metric) {
  return db
    .updateTable('business_metrics')
    .where('token', '=', token)
    .where('import_type', '=', import_type)
    .where('source', '=', JSON.stringify(source) as never);
}
