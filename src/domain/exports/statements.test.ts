import { expect, test } from 'vitest';
import { defaultSettings } from '../costs/cost-query.js';
import { parseGrouping } from '../costs/dimensions.js';
import { comparisonTable } from './comparison-table.js';
import type { AskCosts } from './cost-question.js';
import type { CostRequest } from './cost-request.js';
import { focusTable } from './focus-table.js';
import { vntgTable } from './vntg-table.js';

const request: CostRequest = {
  workspace_token: 'wrkspc_1',
  report_filters: [],
  filter: null,
  range: { start: '2025-06-01', end: '2025-06-30' },
  previous_range: { start: '2025-05-01', end: '2025-05-30' },
  today: '2025-07-15',
  date_bin: 'day',
  groupings: ['service', 'resource_id', 'tag:team'],
  settings: { ...defaultSettings, aggregateBy: 'usage' },
  schema: 'vntg',
};

const ask: AskCosts = (changes) => ({
  condition: {
    sql: 'load_id IN {p0:Array(UInt32)}',
    weight: null,
    params: { p0: [1] },
    needsLines: false,
    virtualTags: [],
    namesProviders: false,
  },
  startDate: request.range.start,
  endDate: request.range.end,
  today: request.today,
  dateBin: request.date_bin,
  groupings: request.groupings.map((name) => parseGrouping(name)!),
  settings: request.settings,
  conversion: { to: 'USD', method: 'daily', factors: [], unratedCurrencies: [] },
  order: 'asc',
  limit: 1000,
  offset: 0,
  ...changes,
});

test.each([
  ['vntg', vntgTable(ask)],
  ['focus', focusTable(ask)],
  ['comparison', comparisonTable(ask, request)],
])('%s', async (name, { statement }) => {
  await expect(`${statement.sql}\n`).toMatchFileSnapshot(`golden/${name}.sql`);
  const named = [...statement.sql.matchAll(/\{(\w+):/g)].map((match) => match[1]!);
  expect(Object.keys(statement.params)).toEqual(expect.arrayContaining(named));
});
