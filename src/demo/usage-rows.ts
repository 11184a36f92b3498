import { type Sql, sql } from '../platform/store/sql.js';
import type { Cloud } from './clouds.js';
import { type History, dayNumber } from './history.js';
import { randomSql } from './random-sql.js';
import { valuesTable } from './values-table.js';

/** The account whose instances are billed by the hour in the last two months. */
const hourlyAccount = 'checkout-prod';

const growthPerDay = 1.0006;
const storageGrowthPerDay = 1.0011;

/**
 * One row per resource and day with its usage. Every account has a number of slots per meter; a slot
 * holds one resource after another, each for some weeks, with short gaps between them.
 */
export function usageRows(cloud: Cloud, history: History): Sql {
  const resources = resourceRows(slotRows(cloud, history), cloud, history);
  return hourRows(dayRows(resources, cloud, history), history);
}

function slotRows(cloud: Cloud, history: History): Sql {
  const random = (purpose: string, ...keys: Sql[]) => randomSql(history.seed, purpose, ...keys);
  const meterKeys = [sql`account_id`, sql`template`, sql`lifetime_days`];
  const slotKeys = [...meterKeys, sql`slot`];
  const slotCount = sql`resources * size * ${history.scale} + ${random('places', ...meterKeys)}`;
  // At any scale, production has a resource of every meter and each account has at least one.
  const minSlots = sql`env = 'prod' OR is_first`;
  return sql`
SELECT *, slot,
  commitment != '' AND env = 'prod' AND ${random('covered', ...slotKeys)} < coverage AS covered,
  -- Most slots exist from the beginning; the others make the company grow.
  if(
    covered OR ${random('old', ...slotKeys)} < 0.72,
    0,
    toUInt32(${random('opened', ...slotKeys)} * 390)) AS opened,
  toUInt32(${random('offset', ...slotKeys)} * lifetime_days) AS shift
FROM ${accountTable(cloud)} AS accounts
CROSS JOIN ${meterTable(cloud)} AS meters
ARRAY JOIN range(greatest(toUInt32(${slotCount}), ${minSlots})) AS slot`;
}

function accountTable({ accounts }: Cloud): Sql {
  const text = 'String' as const;
  const columns = {
    account_id: text,
    account_name: text,
    app: text,
    team: text,
    cost_center: text,
    env: text,
    size: 'Float64' as const,
  };
  return valuesTable(
    columns,
    accounts.map(({ id, name, costCenter, ...rest }) => ({
      ...rest,
      account_id: id,
      account_name: name,
      cost_center: costCenter,
    })),
  );
}

function meterTable({ meters, commitments }: Cloud): Sql {
  const text = 'String' as const;
  const [number, integer] = ['Float64', 'UInt32'] as const;
  const columns = {
    service: text,
    category: text,
    usage_type: text,
    resource_type: text,
    template: text,
    unit: text,
    list_price: text,
    daily_quantity: number,
    resources: number,
    lifetime_days: integer,
    seasonality: text,
    sizes: 'Array(String)' as const,
    spot: 'Bool' as const,
    commitment: text,
    coverage: number,
    commitment_factor: text,
    is_first: 'Bool' as const,
  };
  return valuesTable(
    columns,
    meters.map((meter, index) => {
      const commitment = commitments.find(({ key }) => key === meter.commitment);
      return {
        service: meter.service,
        category: meter.category,
        usage_type: meter.usageType,
        resource_type: meter.resourceType,
        template: meter.resourceId,
        unit: meter.unit,
        list_price: meter.listPrice,
        daily_quantity: meter.quantity,
        resources: meter.resources,
        lifetime_days: meter.lifetimeDays,
        seasonality: meter.seasonality,
        sizes: meter.sizes ?? [],
        spot: meter.spot ?? false,
        commitment: commitment?.key ?? '',
        coverage: commitment?.coverage ?? 0,
        commitment_factor: commitment?.priceFactor ?? '1',
        is_first: index === 0,
      };
    }),
  );
}

function resourceRows(from: Sql, cloud: Cloud, history: History): Sql {
  const random = (purpose: string, ...keys: Sql[]) => randomSql(history.seed, purpose, ...keys);
  const slotKeys = [sql`account_id`, sql`template`, sql`lifetime_days`, sql`slot`];
  const resourceKeys = [...slotKeys, sql`generation`];
  const [first, last] = [dayNumber(history, history.from), dayNumber(history, history.to)];
  const regions = cloud.regions.map(([id]) => id);
  const otherRegion = sql`toUInt8(${random('other region', ...resourceKeys)} * ${regions.length})`;
  // A covered slot keeps its size, or the cost of the commitment would change with each resource.
  const sizeKeys = [...slotKeys, sql`if(covered, 0, generation)`];
  const generationOn = (day: number) => sql`toUInt32(intDiv(${day} + shift, lifetime_days))`;
  return sql`
SELECT *, generation,
  greatest(${first}, opened, toInt64(generation * lifetime_days) - shift) AS first_day,
  least(${last + 1}, toInt64((generation + 1) * lifetime_days) - shift) AS end_day,
  toInt64(generation * lifetime_days) - shift + toUInt32(${random('gap', ...resourceKeys)} * 4) AS running_from,
  toUInt8(pow(${random('size', ...sizeKeys)}, 2) * length(sizes)) AS size_index,
  0.4 + 1.6 * ${random('spread', ...resourceKeys)} AS usage_factor,
  if(${random('region', ...resourceKeys)} < 0.7, 1, 1 + ${otherRegion}) AS region_index,
  ${sql.array(regions)}[region_index] AS region,
  ${fillTemplate(history.seed, resourceKeys)} AS resource_id,
  ${tagsSql(random, resourceKeys)} AS tags
FROM (${from})
ARRAY JOIN range(${generationOn(first)}, ${generationOn(last)} + 1) AS generation`;
}

function fillTemplate(seed: number, resourceKeys: readonly Sql[]): Sql {
  const placeholders: Record<string, Sql> = {
    hex: sql`concat('0', lower(hex(sipHash64(${seed}, 'id', ${sql.join(resourceKeys)}))))`,
    account: sql`account_id`,
    app: sql`app`,
    env: sql`env`,
    region: sql`region`,
    number: sql`toString(100 + slot * 40 + generation)`,
  };
  return Object.entries(placeholders).reduce(
    (filled, [name, value]) => sql`replaceAll(${filled}, ${sql.literal(`{${name}}`)}, ${value})`,
    sql`template`,
  );
}

/** Most resources have all tags, some a few, and one in eight none. */
function tagsSql(
  random: (purpose: string, ...keys: Sql[]) => Sql,
  resourceKeys: readonly Sql[],
): Sql {
  const tidiness = random('tidiness', ...resourceKeys);
  return sql`multiIf(
    ${tidiness} < 0.125, CAST(map() AS Map(String, String)),
    ${tidiness} < 0.25, map('env', env),
    ${tidiness} < 0.45, map('team', team, 'env', env, 'app', app),
    map('team', team, 'env', env, 'app', app, 'cost-center', cost_center))`;
}

function dayRows(from: Sql, cloud: Cloud, history: History): Sql {
  const random = (purpose: string, ...keys: Sql[]) => randomSql(history.seed, purpose, ...keys);
  const noiseKeys = [sql`resource_id`, sql`usage_type`, sql`day_number`];
  const noise = sql`(0.92 + 0.16 * ${random('noise', ...noiseKeys)})`;
  const metered = sql`daily_quantity * usage_factor * ${seasonalFactor} * working_hours_factor
      * ${noise} * ${growth} * ${anomalyFactor(cloud)}`;
  return sql`
SELECT *, day_number, toDate(${sql.literal(history.beginning)}) + day_number AS day,
  day_number >= running_from AS running,
  unit = 'Hours' AS by_hour,
  -- Development instances are stopped at night and on weekends.
  if(env = 'dev' AND by_hour, if(toDayOfWeek(day) > 5, 0, 0.45), if(env = 'dev', 0.5, 1))
    AS working_hours_factor,
  multiIf(
    covered, 24.,
    by_hour, least(24, round(24 * least(1, ${seasonalFactor} * working_hours_factor * ${noise}))),
    round(${metered}, 3)) AS quantity
FROM (${from})
ARRAY JOIN range(toUInt32(first_day), toUInt32(greatest(first_day, end_day))) AS day_number
WHERE (running OR covered) AND quantity > 0`;
}

/** Factor by day of the week, day of the month and month of the year. */
const seasonalFactor = sql`multiIf(
  seasonality = 'working', [1., 1.03, 1.04, 1.02, 0.95, 0.45, 0.4][toDayOfWeek(day)],
  seasonality = 'shopping', [0.94, 0.92, 0.93, 0.97, 1.06, 1.12, 1.08][toDayOfWeek(day)]
    * [0.9, 0.88, 0.93, 0.96, 1., 1.02, 1.03, 1., 0.96, 1.02, 1.3, 1.24][toMonth(day)],
  seasonality = 'month_end', if(toDayOfMonth(day) <= 3 OR toDayOfMonth(day) >= 28, 1.8, 0.5),
  1.)`;

const growth = sql`pow(if(seasonality = 'growing', ${storageGrowthPerDay}, ${growthPerDay}), day_number)`;

function anomalyFactor({ anomalies }: Cloud): Sql {
  const cases = anomalies.map(
    ({ account, usageType, fromDay, days, factor }) =>
      sql`account_name = ${sql.literal(account)} AND usage_type = ${sql.literal(usageType)}
        AND day_number % 365 BETWEEN ${fromDay} AND ${fromDay + days - 1}, ${factor}.`,
  );
  return sql`multiIf(${sql.join([...cases, sql`1.`])})`;
}

/** Splits the instances of one account into hours in the last two months; everything else stays daily. */
function hourRows(from: Sql, { through }: History): Sql {
  const isSplit = sql`account_name = ${sql.literal(hourlyAccount)} AND by_hour AND resource_type = 'Instance'
    AND day >= toStartOfMonth(toDate(${sql.literal(through)}) - INTERVAL 1 MONTH)`;
  return sql`
SELECT *,
  ${isSplit} AS is_split,
  toDateTime(day, 'UTC') + INTERVAL hour HOUR AS charge_start,
  charge_start + INTERVAL if(is_split, 1, 24) HOUR AS charge_end,
  toDecimal128(if(is_split, 1., quantity), 3) AS amount
FROM (${from})
ARRAY JOIN range(if(${isSplit}, toUInt8(quantity), 1)) AS hour`;
}
