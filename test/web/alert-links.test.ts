import { expect, test } from 'vitest';
import type { CostReport } from '../../web/src/features/cost-reports/cost-report.js';
import {
  explainChange,
  exploreChange,
  nameOfChange,
} from '../../web/src/pages/cost-alerts/event-question.js';
import { explainAnomaly, exploreAnomaly } from '../../web/src/pages/anomaly-alerts/links.js';

const settings = {
  include_credits: false,
  include_refunds: false,
  include_discounts: true,
  include_tax: true,
  amortize: true,
};
const report = (groupings: string) =>
  ({ token: 'rprt_1', groupings, settings }) as unknown as CostReport;
const providers = ['aws', 'gcp'];
const names = (grouping: string, value: string) =>
  grouping === 'provider' ? value.toUpperCase() : value;

const change = (fields: object = {}) => ({
  change_in_cost: '30.0',
  change_in_percentage: '30.0',
  previous_cost: '100.0',
  current_cost: '130.0',
  groupings: ['aws', 'Storage'],
  interval: 'day',
  interval_start: '2024-03-03',
  previous_interval_start: '2024-03-02',
  ...fields,
});

test('an event leads to its intervals and its group', () => {
  const context = { report: report(''), providers };
  expect(explainChange(change(), 'rprt_1', context)).toMatchObject({
    to: '/changes',
    search: {
      start: '2024-03-03',
      end: '2024-03-03',
      compare_start: '2024-03-02',
      compare_end: '2024-03-02',
      group: 'provider,service',
      filter: "costs.provider = 'aws' AND costs.service = 'Storage'",
      report: 'rprt_1',
    },
  });
  expect(exploreChange(change(), context)).toEqual({
    start: '2024-02-19',
    end: '2024-03-03',
    bin: 'day',
    group: 'provider,service',
    within: "costs.provider = 'aws' AND costs.service = 'Storage'",
  });
});

test('longer intervals are whole, and both of them are shown', () => {
  const month = change({
    interval: 'month',
    interval_start: '2024-02-01',
    previous_interval_start: '2024-01-01',
  });
  expect(explainChange(month, 'rprt_1', { report: report(''), providers }).search).toMatchObject({
    start: '2024-02-01',
    end: '2024-02-29',
    compare_start: '2024-01-01',
    compare_end: '2024-01-31',
  });
  expect(exploreChange(month, { report: report(''), providers })).toMatchObject({
    start: '2024-01-01',
    end: '2024-02-29',
  });
});

test('a filter tests what it can: no category without a service, and missing values as such', () => {
  const byCategory = { report: report('cost_category,region'), providers };
  const found = change({ groupings: ['Usage', 'no value'] });
  expect(exploreChange(found, byCategory)['within']).toBe(
    "(costs.provider = 'aws' OR costs.provider = 'gcp') AND costs.region = NULL",
  );
  expect(nameOfChange(found, byCategory.report, names)).toBe('Usage · (no region)');
});

test('an event of a report that was grouped otherwise has its values, and no filter', () => {
  const context = { report: report('region'), providers };
  expect(nameOfChange(change(), context.report, names)).toBe('aws · Storage');
  expect(exploreChange(change(), context)).not.toHaveProperty('within');
  expect(nameOfChange(change(), report(''), names)).toBe('AWS · Storage');
});

test('an anomaly leads to its series around its day, and to the same weekday before', () => {
  const anomaly = {
    provider: 'aws',
    service: 'EC2',
    category: null,
    anomaly_date: '2024-03-09',
    cost_report_token: 'rprt_1',
  } as Parameters<typeof exploreAnomaly>[0];
  const filter = "costs.provider = 'aws' AND costs.service = 'EC2' AND costs.category = NULL";
  expect(exploreAnomaly(anomaly)).toMatchObject({
    start: '2024-02-10',
    group: 'resource_id',
    within: filter,
  });
  expect(explainAnomaly(anomaly, report('')).search).toMatchObject({
    start: '2024-03-09',
    end: '2024-03-09',
    compare_start: '2024-03-02',
    compare_end: '2024-03-02',
    filter,
  });
});
