import { type Check, countOf, failed, ok } from '../../../platform/health/check.js';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { type Rollup, rollups } from '../../costs/query/index.js';
import {
  type Difference,
  type RecordedLoad,
  compareLoads,
  describeDifferences,
} from './compare-loads.js';
import type { CurrencyTotal } from './load-store.js';
import { exact } from './verify-totals.js';
import { wide } from './sql/decimal.js';

/** A bill that is unchanged since its last import would be skipped. */
const remedy =
  'Restore a backup, or delete the integration and import its bills again; until then, costs of these months are wrong.';

/** What is stored of some loads, in one currency each. */
interface StoredTotal extends CurrencyTotal {
  load_id: number;
}

/** Compares the lines of every active load with the number and totals that were recorded when it was imported. */
export const loadsCheck: Check = {
  name: 'loads',
  title: 'Loads',
  readsMuch: true,
  readsTables: true,
  run: async ({ db, costs }, run) => {
    const { total, compared, differences } = await compareLoads(db, run, (loads) =>
      findWrongLines(costs, loads),
    );
    if (differences.length > 0) {
      return failed(
        `${differences.length.toLocaleString('en-US')} of ${countOf(total, 'active load')} ${differences.length === 1 ? 'differs' : 'differ'} from the recorded totals: ${describeDifferences(differences)}.`,
        remedy,
      );
    }
    return ok(
      total === 0
        ? 'There are no loads yet.'
        : `${scopeOf(compared, total)} with the recorded lines and totals.`,
    );
  },
};

/** Compares every rollup of every active load with the recorded totals, by month and by day. */
export const rollupsCheck: Check = {
  name: 'rollups',
  title: 'Rollups',
  readsMuch: true,
  readsTables: true,
  run: async ({ db, costs }, run) => {
    const { total, compared, differences } = await compareLoads(db, run, (loads) =>
      findWrongRollups(costs, loads),
    );
    if (differences.length > 0) {
      return failed(
        `The rollups of ${differences.length.toLocaleString('en-US')} of ${countOf(total, 'active load')} differ from the lines: ${describeDifferences(differences)}.`,
        remedy,
      );
    }
    return ok(
      total === 0
        ? 'There are no rollups yet.'
        : `${scopeOf(compared, total)} with the ${rollups.length} rollups of each.`,
    );
  },
};

/** `The newest 20 of 80 active loads agree` */
const scopeOf = (compared: number, total: number): string =>
  compared === total
    ? `${countOf(total, 'active load')} ${total === 1 ? 'agrees' : 'agree'}`
    : `The newest ${compared.toLocaleString('en-US')} of ${countOf(total, 'active load')} agree, the time was over before the others:`;

async function findWrongLines(
  costs: CostStore,
  loads: readonly RecordedLoad[],
): Promise<Difference[]> {
  const rows = await selectRows<StoredTotal & { lines: string }>(
    costs.client,
    sql`SELECT load_id, currency, count() AS lines,
       sum(${wide(sql`billed_cost`)}) AS billed, sum(${wide(sql`effective_cost`)}) AS effective
     FROM lines WHERE load_id IN (${idsOf(loads)}) GROUP BY load_id, currency`,
  );
  return loads.flatMap((load) => {
    const stored = rows.filter(({ load_id: id }) => id === load.loadId);
    const lines = stored.reduce((sum, row) => sum + Number(row.lines), 0);
    if (lines !== load.lines) {
      return {
        load,
        found: `${lines.toLocaleString('en-US')} of ${countOf(load.lines, 'line')} are stored`,
      };
    }
    const found = differenceOf(load.totals, stored);
    return found ? { load, found } : [];
  });
}

interface StoredDays extends StoredTotal {
  rollup: Rollup;
  billed_days: string;
  effective_days: string;
}

async function findWrongRollups(
  costs: CostStore,
  loads: readonly RecordedLoad[],
): Promise<Difference[]> {
  const ofDays = (amounts: Sql) => sql`sum(arraySum(amount -> ${wide(sql`amount`)}, ${amounts}))`;
  const sums = rollups.map(
    (rollup) => sql`SELECT ${sql.literal(rollup)} AS rollup, load_id, currency,
       sum(${wide(sql`billed_cost`)}) AS billed, ${ofDays(sql`billed_by_day`)} AS billed_days,
       sum(${wide(sql`effective_cost`)}) AS effective, ${ofDays(sql`effective_by_day`)} AS effective_days
     FROM ${sql.ref(rollup)} WHERE load_id IN (${idsOf(loads)}) GROUP BY load_id, currency`,
  );
  const rows = await selectRows<StoredDays>(costs.client, sql.join(sums, '\nUNION ALL\n'));
  return loads.flatMap((load) => {
    const ofLoad = rows.filter(({ load_id: id }) => id === load.loadId);
    for (const rollup of rollups) {
      const months = ofLoad.filter((row) => row.rollup === rollup);
      const days = months.map((row) => ({
        ...row,
        billed: row.billed_days,
        effective: row.effective_days,
      }));
      const found = differenceOf(load.totals, months) ?? differenceOf(load.totals, days);
      if (found) return { load, found: `in ${rollup}, ${found}` };
    }
    return [];
  });
}

const idsOf = (loads: readonly RecordedLoad[]) => sql.numbers(loads.map(({ loadId }) => loadId));

/** The first amount that differs: `the billed cost is 0 USD instead of 12.5`. */
function differenceOf(
  recorded: readonly CurrencyTotal[],
  stored: readonly CurrencyTotal[],
): string | undefined {
  for (const currency of new Set([...recorded, ...stored].map((total) => total.currency))) {
    const [expected, actual] = [recorded, stored].map((totals) =>
      totals.find((total) => total.currency === currency),
    );
    for (const view of ['billed', 'effective'] as const) {
      const [should, is] = [exact(expected?.[view]), exact(actual?.[view])];
      if (!is.equals(should)) {
        return `the ${view} cost is ${is.toFixed()} ${currency} instead of ${should.toFixed()}`;
      }
    }
  }
  return undefined;
}
