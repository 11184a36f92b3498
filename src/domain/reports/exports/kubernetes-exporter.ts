import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Services } from '../../../platform/kernel/services.js';
import { formatCsvLine } from '../../../platform/lib/csv.js';
import { addDays } from '../../../platform/lib/days.js';
import { daysOfBin } from '../../costs/query/index.js';
import {
  efficiencyBuckets,
  readEfficiency,
  readEfficiencyScope,
} from '../../optimise/kubernetes/index.js';
import type { Exporter } from './exporter.js';

/** An efficiency export as it is stored: everything that could change before it runs is resolved. */
const KubernetesExportRequest = z.object({
  workspace: z.string(),
  filter: z.string().nullable(),
  range: z.object({ start: z.string(), end: z.string() }),
  bin: z.enum(efficiencyBuckets),
  groupings: z.array(z.string()),
});
export type KubernetesExportRequest = z.output<typeof KubernetesExportRequest>;

/** Exports efficiency figures as a table. */
export const kubernetesExporter: Exporter = {
  read: async (stored, { services }) => {
    const request = KubernetesExportRequest.parse(stored);
    const columns = ['date', ...request.groupings, 'idle_cost', 'total_cost', 'cost_efficiency'];
    return { columns, lines: Readable.from(csvLines(services, request)) };
  },
};

const binsPerQuery = 31;

/** A few bins are read at a time, because each may have a row for every pod. */
async function* csvLines(
  services: Services,
  request: KubernetesExportRequest,
): AsyncGenerator<Buffer> {
  const scope = await readEfficiencyScope(services, request);
  for (const range of rangesOf(request)) {
    const { figures, currency } = await readEfficiency(services, scope, { ...request, range });
    for (const figure of figures) {
      if (figure.currency !== currency) {
        throw new Error(`There is no exchange rate from ${figure.currency} to ${currency}`);
      }
      const { date, groups, idle_cost, amount, cost_efficiency } = figure;
      const cells = [date, ...groups.map((group) => group ?? ''), idle_cost, amount];
      yield Buffer.from(formatCsvLine([...cells, cost_efficiency ?? '']));
    }
  }
}

function* rangesOf({ range, bin }: KubernetesExportRequest) {
  for (let start = range.start; start <= range.end;) {
    let end = start;
    for (let bins = 0; bins < binsPerQuery && end < range.end; bins += 1) {
      const next = daysOfBin(bin, bins === 0 ? end : addDays(end, 1)).end;
      end = next < range.end ? next : range.end;
    }
    yield { start, end };
    start = addDays(end, 1);
  }
}
