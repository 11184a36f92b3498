import { Readable } from 'node:stream';
import { z } from 'zod';
import type { AttachedMetric } from '../business-metrics/read-attached-metrics.js';
import { readUnitCosts, type UnitCost } from '../business-metrics/read-unit-costs.js';
import { Wide } from '../../platform/lib/decimal.js';
import { csvLine } from '../../platform/lib/csv.js';
import type { Services } from '../../platform/kernel/services.js';
import { type AskCosts, prepareCostQuestion } from './cost-question.js';
import { CostRequest } from './cost-request.js';
import type { Exporter } from './exporter.js';

/** The question of an export of unit costs, with everything resolved that could change until it is answered. */
const UnitCostRequest = z.object({
  costs: CostRequest,
  attached: z.array(z.custom<AttachedMetric>()),
});
export type UnitCostRequest = z.output<typeof UnitCostRequest>;

const columns = [
  'date',
  'business_metric_token',
  'business_metric_title',
  'calculation_type',
  'unit_cost_amount',
  'business_metric_amount',
  'scale',
] as const satisfies (keyof UnitCost)[];

/** What `GET /unit_costs` answers, as a table. */
export const unitCostsExporter: Exporter = {
  read: async (stored, { services }) => {
    const { costs, attached } = UnitCostRequest.parse(stored);
    const ask = await prepareCostQuestion(services, costs);
    return { columns, lines: Readable.from(lines(services, ask, attached)) };
  },
};

async function* lines(
  services: Services,
  ask: AskCosts,
  attached: readonly AttachedMetric[],
): AsyncGenerator<Buffer> {
  for await (const ofDate of byDate(services, ask, attached)) {
    // As in the other tables: within a date, the largest amount comes first.
    const sorted = ofDate.toSorted((one, other) =>
      new Wide(other.unit_cost_amount).comparedTo(one.unit_cost_amount),
    );
    for (const row of sorted) yield Buffer.from(csvLine(columns.map((name) => String(row[name]))));
  }
}

const rowsAtOnce = 1000;

/** The rows of each date; no more than a page and a date are held. */
async function* byDate(
  services: Services,
  ask: AskCosts,
  attached: readonly AttachedMetric[],
): AsyncGenerator<UnitCost[]> {
  let rest: UnitCost[] = [];
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = { order: 'asc', limit: rowsAtOnce, offset } as const;
    const rows = await readUnitCosts(services, { attached, query: ask(), ...page });
    for (const row of rows) {
      if (rest.length > 0 && rest[0]!.date !== row.date) {
        yield rest;
        rest = [];
      }
      rest.push(row);
    }
    if (rows.length < rowsAtOnce) break;
  }
  if (rest.length > 0) yield rest;
}
