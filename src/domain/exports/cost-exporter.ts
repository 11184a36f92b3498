import { comparisonTable } from './comparison-table.js';
import { prepareCostQuestion } from './cost-question.js';
import { CostRequest } from './cost-request.js';
import { csvLines } from './csv-lines.js';
import type { Exporter } from './exporter.js';
import { focusTable } from './focus-table.js';
import { vntgTable } from './vntg-table.js';

const tables = { vntg: vntgTable, focus: focusTable, comparison: comparisonTable };

/** Costs, under one of three sets of columns. */
export const costExporter: Exporter = {
  read: async (stored, { services, folder }) => {
    const request = CostRequest.parse(stored);
    const ask = await prepareCostQuestion(services, request);
    const { columns, statement } = tables[request.schema](ask, request);
    return { columns, lines: await csvLines(services.costs, statement, folder) };
  },
};
