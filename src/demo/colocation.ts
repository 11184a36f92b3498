import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFile } from '../domain/ingest/open-files.js';
import type { Sql } from '../domain/ingest/sql/sql.js';
import { type CostStore, run } from '../platform/store/clickhouse/cost-store.js';
import { literal } from '../platform/store/clickhouse/sql-text.js';
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
  const path = join(folder, 'thamesgate-{_partition_id}.csv');
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const charges = [
    rent(history),
    power(history),
    discount(history),
    tax(history),
    creditAndRefund(history),
  ];
  await run(
    store.bulk,
    `INSERT INTO FUNCTION file(${literal(path)}, 'CSVWithNames', ${literal(structure.join(', '))})
     PARTITION BY concat(substring(ChargePeriodStart, 1, 4), '-q', toString(toQuarter(toDate(ChargePeriodStart))))
     SELECT * FROM (${charges.join('\nUNION ALL\n')}) ORDER BY ALL`,
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
    BillingCurrency: "'GBP'",
    ServiceCategory: "'Hosting'",
    BillingAccountId: literal(companyName.toUpperCase()),
    SubAccountId: 'id',
    SubAccountName: 'name',
    RegionId: 'region',
    ...given,
  };
  const list = Object.entries(columns).map(
    ([name, type]) =>
      `CAST(${expressions[name as keyof typeof columns] ?? 'NULL'} AS ${type}) AS ${name}`,
  );
  return `SELECT ${list.join(', ')} FROM ${from}`;
}

const cageTable = valuesTable({ id: 'String', name: 'String', region: 'String' }, cages);

function months({ from, to }: History): Sql {
  const count = `dateDiff('month', toDate(${literal(from)}), toDate(${literal(to)})) + 1`;
  return `(SELECT *, toDate(${literal(from)}) + INTERVAL number MONTH AS month FROM ${cageTable} AS cages CROSS JOIN numbers(${count}) AS months)`;
}

const racks = 6;
const rackRent = '780';
const kilowattHourPrice = '0.31';
const wholeMonth = {
  ChargePeriodStart: 'toString(month)',
  ChargePeriodEnd: 'toString(toLastDayOfMonth(month))',
};

function rent(history: History): Sql {
  const from = `(SELECT *, arrayJoin(range(${racks})) AS rack FROM ${months(history)})`;
  return chargeSql(
    {
      ...wholeMonth,
      ChargeCategory: "'Fee'",
      BilledCost: rackRent,
      ServiceName: "'Rack space'",
      ResourceId: "concat(id, '-R', toString(rack + 1))",
      ResourceType: "'Rack'",
      Tags: `'{"team":"platform","env":"prod","cost-center":"cc-1000"}'`,
    },
    from,
  );
}

function power(history: History): Sql {
  const [first, last] = [dayNumber(history, history.from), dayNumber(history, history.to)];
  // The random numbers depend on the type of the number, which would otherwise depend on its size.
  const days = `range(toUInt16(${first}), toUInt16(${last + 1}))`;
  const noise = randomSql(history.seed, 'power', 'id', 'rack', 'day_number');
  const from = `(
    SELECT *, toDate(${literal(history.beginning)}) + day_number AS day, toDecimal64(round(44 + 2 * rack + 6 * ${noise}, 1), 1) AS used
    FROM (SELECT *, arrayJoin(range(${racks})) AS rack, arrayJoin(${days}) AS day_number FROM ${cageTable}))`;
  return chargeSql(
    {
      ChargePeriodStart: 'toString(day)',
      ChargeCategory: "'Usage'",
      BilledCost: `round(used * toDecimal64(${literal(kilowattHourPrice)}, 2), 2)`,
      ServiceName: "'Power'",
      ResourceId: "concat(id, '-R', toString(rack + 1))",
      ResourceType: "'Rack'",
      ConsumedQuantity: 'used',
      ConsumedUnit: "'kWh'",
      Tags: `'{"team":"platform","env":"prod"}'`,
    },
    from,
  );
}

function discount(history: History): Sql {
  const billed = `-round(toDecimal64(${literal(rackRent)}, 2) * ${racks} * toDecimal64('0.05', 2), 2)`;
  return chargeSql(
    {
      ...wholeMonth,
      ChargeCategory: "'Discount'",
      BilledCost: billed,
      ServiceName: "'Rack space'",
    },
    months(history),
  );
}

function tax(history: History): Sql {
  const billed = `round(toDecimal64(${literal(rackRent)}, 2) * ${racks} * toDecimal64('0.2', 2), 2)`;
  return chargeSql(
    { ...wholeMonth, ChargeCategory: "'Tax'", BilledCost: billed, ServiceName: "'VAT'" },
    months(history),
  );
}

/** A credit for a cooling failure in the fifth month, and a refund for a meter that was read twice. */
function creditAndRefund(history: History): Sql {
  const adjustment = (category: string, amount: string, month: number, day: number) =>
    chargeSql(
      {
        ChargePeriodStart: `toString(month + ${day})`,
        ChargeCategory: literal(category),
        BilledCost: amount,
        ServiceName: "'Power'",
      },
      `(SELECT * FROM ${months(history)} WHERE id = ${literal(cages[0].id)} AND month = toDate(${literal(history.beginning)}) + INTERVAL ${month} MONTH)`,
    );
  return [adjustment('Credit', '-650', 4, 9), adjustment('Refund', '-212.4', 7, 14)].join(
    '\nUNION ALL\n',
  );
}
