import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { anomalyAlerts } from '../anomalies/index.js';
import type { AttentionItem } from './attention-item.js';

const maxAnomalies = 1000;

/** Active anomalies, one item for each series: several reports can show the same days. */
export async function findAnomalies(ctx: Context, workspace: string): Promise<AttentionItem[]> {
  const page = { number: 1, limit: maxAnomalies, offset: 0 };
  const { rows } = await anomalyAlerts.rows.list(ctx, page, [
    sql<SqlBool>`workspace_token = ${workspace} and status = 'active'`,
  ]);
  const keyOf = ({ provider, service, category, currency }: Anomaly) =>
    JSON.stringify([provider, service, category, currency]);
  return [...groupBy(rows, keyOf).values()].map(itemOf);
}

type Anomaly = Row<'anomaly_alerts'>;

const riseOf = ({ amount, expected_amount: expected }: Anomaly) =>
  new Decimal(amount).minus(expected);

/** The anomalous days of a series; of a day that several reports show, the largest rise. */
function itemOf(anomalies: readonly Anomaly[]): AttentionItem {
  const days = [...groupBy(anomalies, ({ anomaly_date: day }) => day).values()].map((each) =>
    each.toSorted((one, other) => riseOf(other).comparedTo(riseOf(one))).at(0)!,
  );
  const [first] = days.toSorted((one, other) => one.anomaly_date.localeCompare(other.anomaly_date));
  const impact = days.reduce((sum, each) => sum.plus(riseOf(each)), new Decimal(0));
  return {
    kind: 'anomaly',
    token: first!.token,
    title: first!.service,
    amount: formatDecimal(impact.toFixed()),
    currency: first!.currency,
    date: first!.anomaly_date,
    count: days.length,
  };
}
