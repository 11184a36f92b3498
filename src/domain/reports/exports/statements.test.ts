import { expect, test } from 'vitest';
import { bindValues, sql } from '../../../platform/store/sql.js';
import { defaultCostSettings } from '../../costs/query/cost-settings.js';
import { parseGroupings } from '../../costs/query/grouping-names.js';
import { comparisonTable } from './comparison-table.js';
import type { BuildCostQuery } from './prepare-export-query.js';
import type { CostExportRequest } from './cost-export-request.js';
import { focusTable } from './focus-table.js';
import { vntgTable } from './vntg-table.js';

const request: CostExportRequest = {
  workspace_token: 'wrkspc_1',
  report_filters: [],
  filter: null,
  range: { start: '2025-06-01', end: '2025-06-30' },
  previous_range: { start: '2025-05-01', end: '2025-05-30' },
  today: '2025-07-15',
  date_bin: 'day',
  groupings: ['service', 'resource_id', 'tag:team'],
  settings: { ...defaultCostSettings, aggregateBy: 'usage' },
  schema: 'vntg',
};

const buildQuery: BuildCostQuery = (changes) => ({
  condition: {
    sql: sql`load_id IN ${sql.bind('Array(UInt32)', [1])}`,
    weight: null,
    rollup: 'service_costs',
    tagRollup: 'tag_costs',
    virtualTags: [],
    namesProviders: false,
  },
  startDate: request.range.start,
  endDate: request.range.end,
  today: request.today,
  dateBin: request.date_bin,
  groupings: parseGroupings(request.groupings),
  settings: request.settings,
  conversion: { to: 'USD', method: 'daily', factors: [], unratedCurrencies: [] },
  order: 'asc',
  limit: 1000,
  offset: 0,
  ...changes,
});

test.each([
  ['vntg', vntgTable(buildQuery)],
  ['focus', focusTable(buildQuery)],
  ['comparison', comparisonTable(buildQuery, request)],
])('%s', async (name, { statement }) => {
  await expect(`${bindValues(statement).query}\n`).toMatchFileSnapshot(`golden/${name}.sql`);
});
