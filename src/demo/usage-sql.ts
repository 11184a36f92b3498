import type { Sql } from '../domain/ingest/sql/sql.js';
import { literal, literalArray } from '../platform/store/clickhouse/sql-text.js';
import type { Cloud } from './clouds.js';
import { type History, dayNumber } from './history.js';
import { chance, valuesTable } from './seeded.js';

/** Production accounts whose machines are billed by the hour in the last two months. */
const hourlyAccount = 'checkout-prod';

const growthPerDay = 1.0006;
const storageGrowthPerDay = 1.0011;

/**
 * One row per resource and day, with how much was used. Places for resources are laid out first; a place
 * holds one resource after another, each for some weeks, with a short gap between them.
 */
export function usageRows(cloud: Cloud, history: History): Sql {
  return hours(days(resources(places(cloud, history), cloud, history), cloud, history), history);
}

function places(cloud: Cloud, history: History): Sql {
  const roll = (question: string, ...keys: Sql[]) => chance(history.seed, question, ...keys);
  const place = ['account_id', 'template', 'life', 'place'];
  const amount = `resources * size * ${history.scale} + ${roll('places', 'account_id', 'template', 'life')}`;
  // However small the company, production has one of everything and every account has something.
  const least = "env = 'prod' OR is_first";
  return `
SELECT *, place,
  commitment != '' AND env = 'prod' AND ${roll('covered', ...place)} < coverage AS covered,
  -- Most places were there from the beginning, the others make the company grow.
  if(covered OR ${roll('old', ...place)} < 0.72, 0, toUInt32(${roll('opened', ...place)} * 390)) AS opened,
  toUInt32(${roll('offset', ...place)} * life) AS shift
FROM ${accountTable(cloud)} AS accounts
CROSS JOIN ${meterTable(cloud)} AS meters
ARRAY JOIN range(greatest(toUInt32(${amount}), ${least})) AS place`;
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
  const [number, whole] = ['Float64', 'UInt32'] as const;
  const columns = {
    service: text,
    category: text,
    usage_type: text,
    resource_type: text,
    template: text,
    unit: text,
    list_price: text,
    usual: number,
    resources: number,
    life: whole,
    season: text,
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
        usage_type: meter.usage,
        resource_type: meter.resourceType,
        template: meter.resource,
        unit: meter.unit,
        list_price: meter.price,
        usual: meter.quantity,
        resources: meter.resources,
        life: meter.life,
        season: meter.season,
        sizes: meter.sizes ?? [],
        spot: meter.spot ?? false,
        commitment: commitment?.key ?? '',
        coverage: commitment?.coverage ?? 0,
        commitment_factor: commitment?.factor ?? '1',
        is_first: index === 0,
      };
    }),
  );
}

function resources(from: Sql, cloud: Cloud, history: History): Sql {
  const roll = (question: string, ...keys: Sql[]) => chance(history.seed, question, ...keys);
  const resource = ['account_id', 'template', 'life', 'place', 'generation'];
  const [first, last] = [dayNumber(history, history.from), dayNumber(history, history.to)];
  const regions = cloud.regions.map(([id]) => id);
  // A reserved place keeps its size, or the reservation would cost another amount each time.
  const sizeKeys = [...resource.slice(0, -1), 'if(covered, 0, generation)'];
  return `
SELECT *, generation,
  greatest(${first}, opened, toInt64(generation * life) - shift) AS first_day,
  least(${last + 1}, toInt64((generation + 1) * life) - shift) AS end_day,
  toInt64(generation * life) - shift + toUInt32(${roll('gap', ...resource)} * 4) AS running_from,
  toUInt8(pow(${roll('size', ...sizeKeys)}, 2) * length(sizes)) AS size_index,
  0.4 + 1.6 * ${roll('spread', ...resource)} AS spread,
  if(${roll('region', ...resource)} < 0.7, 1, 1 + toUInt8(${roll('other region', ...resource)} * ${regions.length})) AS region_index,
  ${literalArray(regions)}[region_index] AS region,
  ${filledTemplate(history.seed, resource)} AS resource_id,
  ${tags(roll, resource)} AS tags
FROM (${from})
ARRAY JOIN range(toUInt32(intDiv(${first} + shift, life)), toUInt32(intDiv(${last} + shift, life)) + 1) AS generation`;
}

function filledTemplate(seed: number, resource: readonly Sql[]): Sql {
  const fillings: Record<string, Sql> = {
    hex: `concat('0', lower(hex(sipHash64(${seed}, 'id', ${resource.join(', ')}))))`,
    account: 'account_id',
    app: 'app',
    env: 'env',
    region: 'region',
    number: 'toString(100 + place * 40 + generation)',
  };
  return Object.entries(fillings).reduce(
    (filled, [name, value]) => `replaceOne(${filled}, '{${name}}', ${value})`,
    'template',
  );
}

/** Most resources say whose they are; some say little, and one in eight says nothing. */
function tags(roll: (question: string, ...keys: Sql[]) => Sql, resource: readonly Sql[]): Sql {
  const tidy = roll('tidiness', ...resource);
  return `multiIf(
    ${tidy} < 0.125, CAST(map() AS Map(String, String)),
    ${tidy} < 0.25, map('env', env),
    ${tidy} < 0.45, map('team', team, 'env', env, 'app', app),
    map('team', team, 'env', env, 'app', app, 'cost-center', cost_center))`;
}

function days(from: Sql, cloud: Cloud, history: History): Sql {
  const roll = (question: string, ...keys: Sql[]) => chance(history.seed, question, ...keys);
  const noise = `(0.92 + 0.16 * ${roll('noise', 'resource_id', 'usage_type', 'day_number')})`;
  const metered = `usual * spread * ${season} * rhythm * ${noise} * ${growth} * ${anomaly(cloud)}`;
  return `
SELECT *, day_number, toDate(${literal(history.beginning)}) + day_number AS day,
  day_number >= running_from AS running,
  unit = 'Hours' AS by_hour,
  -- Machines of developers sleep at night and at weekends.
  if(env = 'dev' AND by_hour, if(toDayOfWeek(day) > 5, 0, 0.45), if(env = 'dev', 0.5, 1)) AS rhythm,
  multiIf(
    covered, 24.,
    by_hour, least(24, round(24 * least(1, ${season} * rhythm * ${noise}))),
    round(${metered}, 3)) AS quantity
FROM (${from})
ARRAY JOIN range(toUInt32(first_day), toUInt32(greatest(first_day, end_day))) AS day_number
WHERE (running OR covered) AND quantity > 0`;
}

/** Factor of the day of the week, the day of the month and the month of the year. */
const season = `multiIf(
  season = 'working', [1., 1.03, 1.04, 1.02, 0.95, 0.45, 0.4][toDayOfWeek(day)],
  season = 'shopping', [0.94, 0.92, 0.93, 0.97, 1.06, 1.12, 1.08][toDayOfWeek(day)]
    * [0.9, 0.88, 0.93, 0.96, 1., 1.02, 1.03, 1., 0.96, 1.02, 1.3, 1.24][toMonth(day)],
  season = 'month_end', if(toDayOfMonth(day) <= 3 OR toDayOfMonth(day) >= 28, 1.8, 0.5),
  1.)`;

const growth = `pow(if(season = 'growing', ${storageGrowthPerDay}, ${growthPerDay}), day_number)`;

function anomaly({ anomalies }: Cloud): Sql {
  const cases = anomalies.map(
    ({ account, usage, from, days: length, factor }) =>
      `account_name = ${literal(account)} AND usage_type = ${literal(usage)}` +
      ` AND day_number % 365 BETWEEN ${from} AND ${from + length - 1}, ${factor}.`,
  );
  return `multiIf(${[...cases, '1.'].join(', ')})`;
}

/** The machines of one account by the hour, in the last two months; everything else by the day. */
function hours(from: Sql, { to }: History): Sql {
  const split = `account_name = ${literal(hourlyAccount)} AND by_hour AND resource_type = 'Instance' AND day >= toStartOfMonth(toDate(${literal(to)}) - INTERVAL 1 MONTH)`;
  return `
SELECT *,
  ${split} AS is_split,
  toDateTime(day, 'UTC') + INTERVAL hour HOUR AS charge_start,
  charge_start + INTERVAL if(is_split, 1, 24) HOUR AS charge_end,
  toDecimal128(if(is_split, 1., quantity), 3) AS amount
FROM (${from})
ARRAY JOIN range(if(${split}, toUInt8(quantity), 1)) AS hour`;
}
