import { comparisonTable } from './comparison-table.js';
import { CostExportRequest } from './cost-export-request.js';
import type { Exporter } from './exporter.js';
import { focusTable } from './focus-table.js';
import { prepareExportQuery } from './prepare-export-query.js';
import { readCsvLines } from './read-csv-lines.js';
import { vntgTable } from './vntg-table.js';

const tables = { vntg: vntgTable, focus: focusTable, comparison: comparisonTable };

/** Exports costs under one of three sets of columns. */
export const costExporter: Exporter = {
  read: async (stored, { services, folder }) => {
    const request = CostExportRequest.parse(stored);
    const buildQuery = await prepareExportQuery(services, request);
    const { columns, statement } = tables[request.schema](buildQuery, request);
    return { columns, lines: await readCsvLines(services.costs, statement, folder) };
  },
};
