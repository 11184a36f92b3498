import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { currencies } from '../../account/workspaces/index.js';
import { selectMapped } from './mapped-rows.js';
import type { StatedRate } from './load-store.js';
import type { MappedGroup } from './plan-import.js';
import { inputSettings } from './source-rows.js';

/** The exchange rates that a bill was written with, one per day and currency. */
export async function readExchangeRates(
  store: CostStore,
  groups: readonly MappedGroup[],
): Promise<StatedRate[]> {
  const found: StatedRate[] = [];
  for (const { group, mapping, rows } of groups) {
    const { exchangeRate } = mapping;
    if (exchangeRate === undefined) continue;
    const isStated = sql`ok AND ${exchangeRate} > 0
  AND currency != 'USD' AND currency IN (${sql.literals(currencies)})`;
    found.push(
      ...(await selectRows<StatedRate>(
        store.bulk,
        selectMapped(
          mapping,
          rows,
          (mappedRows) => sql`SELECT toString(toDate(charge_start)) AS date,
  toString(currency) AS currency, toString(max(${exchangeRate})) AS rate
FROM (\n${mappedRows}\n)
WHERE ${isStated} GROUP BY date, currency ORDER BY date, currency`,
        ),
        inputSettings(group),
      )),
    );
  }
  return found;
}
