import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFile } from '../domain/intake/ingest/index.js';
import { type CostStore, run } from '../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../platform/store/sql.js';
import { firstOfQuarter } from '../platform/lib/days.js';
import { cages, companyName } from './company.js';
import { type History, dayNumber } from './history.js';
import { randomSql } from './random-sql.js';
import { valuesTable } from './values-table.js';

/** The provider of the two cages. Its bills have no supported format, so they are uploaded as CSV. */
export const colocationProvider = 'Thamesgate Colocation';

const text = 'Nullable(String)';

/** Columns of the upload, in header order. */
const columns = {
  ChargePeriodStart: 'String',
  ChargePeriodEnd: text,
  ChargeCategory: 'String',
  BilledCost: 'Decimal(18, 2)',
  BillingCurrency: 'String',
  ServiceName: 'String',
  ServiceCategory: 'String',
  BillingAccountId: 'String',
  SubAccountId: 'String',
  SubAccountName: 'String',
  RegionId: 'String',
  ResourceId: text,
  ResourceType: text,
  ConsumedQuantity: 'Nullable(Decimal(18, 1))',
  ConsumedUnit: text,
  Tags: text,
} as const;

/** Writes one CSV file per quarter; uploading a file of the same name replaces the previous one. */
export async function writeColocationFiles(
  store: CostStore,
  history: History,
  folder: string,
): Promise<InputFile[]> {
  const path = sql.literal(join(folder, 'thamesgate-{_partition_id}.csv'));
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const quarter = sql`toString(toQuarter(toDate(ChargePeriodStart)))`;
  const charges = [
    rent(history),
    power(history),
    discount(history),
    tax(history),
    creditAndRefund(history),
  ];
  await run(
    store.bulk,
    sql`INSERT INTO FUNCTION file(${path}, 'CSVWithNames', ${sql.literal(structure.join(', '))})
     PARTITION BY concat(substring(ChargePeriodStart, 1, 4), '-q', ${quarter})
     SELECT * FROM (${sql.join(charges, '\nUNION ALL\n')}) ORDER BY ALL`,
  );
  const names = (await readdir(folder)).filter((name) => name.startsWith('thamesgate-'));
  return names.toSorted().map((name) => ({ name, path: join(folder, name) }));
}

/** Extends a history back to the start of its first quarter. */
export function wholeQuarters(history: History): History {
  const from = firstOfQuarter(history.from);
  return { ...history, from: from < history.beginning ? history.beginning : from };
}

function chargeSql(given: Partial<Record<keyof typeof columns, Sql>>, from: Sql): Sql {
  const expressions: Partial<Record<keyof typeof columns, Sql>> = {
    BillingCurrency: sql`'GBP'`,
    ServiceCategory: sql`'Hosting'`,
    BillingAccountId: sql.literal(companyName.toUpperCase()),
    SubAccountId: sql`id`,
    SubAccountName: sql`name`,
    RegionId: sql`region`,
    ...given,
  };
  const list = Object.entries(columns).map(([name, type]) => {
    const expression = expressions[name as keyof typeof columns] ?? sql`NULL`;
    return sql`CAST(${expression} AS ${sql.raw(type)}) AS ${sql.ref(name)}`;
  });
  return sql`SELECT ${sql.join(list)} FROM ${from}`;
}

const cageTable = valuesTable({ id: 'String', name: 'String', region: 'String' }, cages);

function months({ from, to }: History): Sql {
  const first = sql`toDate(${sql.literal(from)})`;
  const count = sql`dateDiff('month', ${first}, toDate(${sql.literal(to)})) + 1`;
  return sql`(
    SELECT *, ${first} + INTERVAL number MONTH AS month
    FROM ${cageTable} AS cages
    CROSS JOIN numbers(${count}) AS months)`;
}

const racks = 6;
const rackRent = '780';
const kilowattHourPrice = '0.31';
const wholeMonth = {
  ChargePeriodStart: sql`toString(month)`,
  ChargePeriodEnd: sql`toString(toLastDayOfMonth(month))`,
};

function rent(history: History): Sql {
  const from = sql`(SELECT *, arrayJoin(range(${racks})) AS rack FROM ${months(history)})`;
  return chargeSql(
    {
      ...wholeMonth,
      ChargeCategory: sql`'Fee'`,
      BilledCost: sql.raw(rackRent),
      ServiceName: sql`'Rack space'`,
      ResourceId: sql`concat(id, '-R', toString(rack + 1))`,
      ResourceType: sql`'Rack'`,
      Tags: sql`'{"team":"platform","env":"prod","cost-center":"cc-1000"}'`,
    },
    from,
  );
}

function power(history: History): Sql {
  const [first, last] = [dayNumber(history, history.from), dayNumber(history, history.to)];
  // The random numbers depend on the type of the number, which would otherwise depend on its size.
  const days = sql`range(toUInt16(${first}), toUInt16(${last + 1}))`;
  const noise = randomSql(history.seed, 'power', sql`id`, sql`rack`, sql`day_number`);
  const from = sql`(
    SELECT *, toDate(${sql.literal(history.beginning)}) + day_number AS day,
      toDecimal64(round(44 + 2 * rack + 6 * ${noise}, 1), 1) AS used
    FROM (SELECT *, arrayJoin(range(${racks})) AS rack, arrayJoin(${days}) AS day_number FROM ${cageTable}))`;
  return chargeSql(
    {
      ChargePeriodStart: sql`toString(day)`,
      ChargeCategory: sql`'Usage'`,
      BilledCost: sql`round(used * toDecimal64(${sql.literal(kilowattHourPrice)}, 2), 2)`,
      ServiceName: sql`'Power'`,
      ResourceId: sql`concat(id, '-R', toString(rack + 1))`,
      ResourceType: sql`'Rack'`,
      ConsumedQuantity: sql`used`,
      ConsumedUnit: sql`'kWh'`,
      Tags: sql`'{"team":"platform","env":"prod"}'`,
    },
    from,
  );
}

/** A share of the rent of all racks. */
function shareOfRent(share: string): Sql {
  const perRack = sql`toDecimal64(${sql.literal(rackRent)}, 2)`;
  return sql`round(${perRack} * ${racks} * toDecimal64(${sql.literal(share)}, 2), 2)`;
}

function discount(history: History): Sql {
  return chargeSql(
    {
      ...wholeMonth,
      ChargeCategory: sql`'Discount'`,
      BilledCost: sql`-${shareOfRent('0.05')}`,
      ServiceName: sql`'Rack space'`,
    },
    months(history),
  );
}

function tax(history: History): Sql {
  return chargeSql(
    {
      ...wholeMonth,
      ChargeCategory: sql`'Tax'`,
      BilledCost: shareOfRent('0.2'),
      ServiceName: sql`'VAT'`,
    },
    months(history),
  );
}

/** A credit for a cooling failure in the fifth month, and a refund for a meter that was read twice. */
function creditAndRefund(history: History): Sql {
  const adjustment = (category: string, amount: Sql, month: number, day: number) =>
    chargeSql(
      {
        ChargePeriodStart: sql`toString(month + ${day})`,
        ChargeCategory: sql.literal(category),
        BilledCost: amount,
        ServiceName: sql`'Power'`,
      },
      sql`(
        SELECT * FROM ${months(history)}
        WHERE id = ${sql.literal(cages[0].id)}
          AND month = toDate(${sql.literal(history.beginning)}) + INTERVAL ${month} MONTH)`,
    );
  return sql.join(
    [adjustment('Credit', sql`-650`, 4, 9), adjustment('Refund', sql`-212.4`, 7, 14)],
    '\nUNION ALL\n',
  );
}
