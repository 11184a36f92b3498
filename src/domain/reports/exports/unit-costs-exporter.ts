import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Services } from '../../../platform/kernel/services.js';
import { formatCsvLine } from '../../../platform/lib/csv.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type AttachedMetric, readUnitCosts, type UnitCost } from '../business-metrics/index.js';
import type { CostQuery } from '../../costs/query/index.js';
import { CostExportRequest } from './cost-export-request.js';
import type { Exporter } from './exporter.js';
import { prepareExportQuery } from './prepare-export-query.js';

/** An export of unit costs as it is stored: everything that could change before it runs is resolved. */
const UnitCostExportRequest = z.object({
  costs: CostExportRequest,
  attached: z.array(z.custom<AttachedMetric>()),
});
export type UnitCostExportRequest = z.output<typeof UnitCostExportRequest>;

const columns = [
  'date',
  'business_metric_token',
  'business_metric_title',
  'calculation_type',
  'unit_cost_amount',
  'business_metric_amount',
  'scale',
] as const satisfies (keyof UnitCost)[];

/** Exports the result of `GET /unit_costs` as a table. */
export const unitCostsExporter: Exporter = {
  read: async (stored, { services }) => {
    const { costs, attached } = UnitCostExportRequest.parse(stored);
    const query = (await prepareExportQuery(services, costs))();
    return { columns, lines: Readable.from(csvLines(services, query, attached)) };
  },
};

async function* csvLines(
  services: Services,
  query: CostQuery<CalendarBin>,
  attached: readonly AttachedMetric[],
): AsyncGenerator<Buffer> {
  for await (const ofDate of readByDate(services, query, attached)) {
    // As in the other exports, the largest amount of a date comes first.
    const sorted = ofDate.toSorted((one, other) =>
      new Decimal(other.unit_cost_amount).comparedTo(one.unit_cost_amount),
    );
    for (const row of sorted)
      yield Buffer.from(formatCsvLine(columns.map((name) => String(row[name]))));
  }
}

const pageRows = 1000;

/** The rows of each date; at most one page and one date are in memory. */
async function* readByDate(
  services: Services,
  query: CostQuery<CalendarBin>,
  attached: readonly AttachedMetric[],
): AsyncGenerator<UnitCost[]> {
  let ofDate: UnitCost[] = [];
  for (let offset = 0; ; offset += pageRows) {
    const page = { order: 'asc', limit: pageRows, offset } as const;
    const rows = await readUnitCosts(services, { attached, query, ...page });
    for (const row of rows) {
      if (ofDate.length > 0 && ofDate[0]!.date !== row.date) {
        yield ofDate;
        ofDate = [];
      }
      ofDate.push(row);
    }
    if (rows.length < pageRows) break;
  }
  if (ofDate.length > 0) yield ofDate;
}
