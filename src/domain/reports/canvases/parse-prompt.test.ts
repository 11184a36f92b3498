import { describe, expect, test } from 'vitest';
import { parsePrompt } from './parse-prompt.js';
import type { Prompt, Vocabulary } from './prompt.js';

const today = '2026-03-10';

const orders = { token: 'bsnss_mtrc_1', name: 'Orders' };
const paidOrders = { token: 'bsnss_mtrc_2', name: 'Orders, paid by card' };
const company = { token: 'fltr_sgmt_1', name: 'Company' };
const ec2 = { name: 'Amazon EC2', provider: 'aws', service: 'Amazon EC2' };

const vocabulary: Vocabulary = {
  metrics: [orders, paidOrders],
  tagKeys: ['team', 'Team', 'cost-center', 'service', 'Business Unit'],
  segments: [company],
  sources: [
    { name: 'aws', provider: 'aws' },
    { name: 'AWS', provider: 'aws' },
    { name: 'gcp', provider: 'gcp' },
    { name: 'Google Cloud', provider: 'gcp' },
    ec2,
    { name: 'Storage', provider: 'gcp', service: 'Storage' },
    { name: 'Storage', provider: 'azure', service: 'Storage' },
  ],
};

const last30Days = { start: '2026-02-09', end: '2026-03-10' };
const last3Months = { start: '2026-01-01', end: '2026-03-31' };
const cost = { kind: 'cost' };

const parse = (text: string, names = vocabulary) => parsePrompt(text, names, today);

test.each<[string, Partial<Record<keyof Prompt, unknown>>]>([
  [
    'Show me monthly costs by provider',
    { granularity: 'month', groupings: ['provider'], range: last3Months },
  ],
  ['SPEND', { measure: cost, granularity: null, range: last30Days }],
  ['What is our cost?', { measure: cost }],
  ['quarterly usage', { measure: { kind: 'usage' }, granularity: 'quarter', range: last3Months }],
  ['hourly count', { measure: { kind: 'count' }, granularity: 'hour', range: last30Days }],
  [
    'unit cost of Orders weekly',
    { measure: { kind: 'unit cost', metric: orders }, granularity: 'week' },
  ],
  [
    'daily business metric orders, paid by card by team',
    {
      measure: { kind: 'business metric', metric: paidOrders },
      granularity: 'day',
      groupings: ['tag:team'],
    },
  ],
  [
    'unit cost of "orders" daily',
    { measure: { kind: 'unit cost', metric: orders }, granularity: 'day' },
  ],
  [
    'cost by provider, service, account and region',
    { groupings: ['provider', 'service', 'account_id', 'region'] },
  ],
  [
    'by billing account and category and subcategory, and charge type, resource: costs',
    {
      groupings: [
        'billing_account_id',
        'cost_category',
        'cost_subcategory',
        'charge_type',
        'resource_id',
      ],
    },
  ],
  ['cost by tag service', { groupings: ['tag:service'] }],
  ['cost by tag "no such key"', { groupings: ['tag:no such key'] }],
  ['cost by Team and team', { groupings: ['tag:Team', 'tag:team'] }],
  ['cost by business unit', { groupings: ['tag:Business Unit'] }],
  ['cost by cost-center, daily', { groupings: ['tag:cost-center'], granularity: 'day' }],
  ['cost by segment', { groupings: ['segment'], segment: company }],
  [
    'cost by segment company and provider',
    { groupings: ['segment', 'provider'], segment: company },
  ],
  ['cost by provider and provider', { groupings: ['provider'] }],
  ['cost this month', { range: { start: '2026-03-01', end: '2026-03-31' } }],
  ['cost in the last month', { range: { start: '2026-02-01', end: '2026-02-28' } }],
  ['cost over the last 7 days', { range: { start: '2026-03-04', end: '2026-03-10' } }],
  ['cost last 1 day', { range: { start: '2026-03-10', end: '2026-03-10' } }],
  ['daily cost last 6 months', { range: { start: '2025-10-01', end: '2026-03-31' } }],
  ['cost, year to date', { range: { start: '2026-01-01', end: '2026-03-10' } }],
  ['cost from 2026-01-05 to 2026-01-09.', { range: { start: '2026-01-05', end: '2026-01-09' } }],
  ['cost for AWS', { sources: [{ name: 'AWS', provider: 'aws' }] }],
  [
    'cost for google cloud and Amazon EC2 daily',
    { sources: [{ name: 'Google Cloud', provider: 'gcp' }, ec2], granularity: 'day' },
  ],
  ['cost for "storage"', { sources: [vocabulary.sources[5], vocabulary.sources[6]] }],
  ['top 5 costs by service', { top: 5, groupings: ['service'] }],
  ["cost where costs.provider = 'aws'", { filter: "costs.provider = 'aws'" }],
  [
    "daily cost where costs.provider = 'aws' AND costs.region = 'by the sea' by service, last 7 days",
    {
      filter: "costs.provider = 'aws' AND costs.region = 'by the sea'",
      groupings: ['service'],
      range: { start: '2026-03-04', end: '2026-03-10' },
    },
  ],
])('%s', (text, expected) => {
  const defaults = { groupings: [], segment: null, sources: [], top: null, filter: null };
  expect(parse(text)).toEqual({ ...parse(text), ...defaults, ...expected });
});

describe('errors', () => {
  test.each([
    ['Hello world', 'Not understood: "Hello", "world".'],
    ['cost by banana', 'Not understood: "by", "banana".'],
    ['cost by provider and banana', 'Not understood: "banana".'],
    ['cost for nobody', 'Not understood: "for", "nobody".'],
    ['unit cost of Nothing', 'Not understood: "unit", "Nothing".'],
    ['cost last 0 days', 'Not understood: "last", "0", "days".'],
    ['cost from then to now', 'Not understood: "from", "then", "to", "now".'],
    ['cost top many', 'Not understood: "top", "many".'],
    ['cost "the"', 'Not understood: "the".'],
    ['daily weekly cost', 'The prompt has more than one granularity.'],
    ['cost and usage', 'The prompt has more than one measure.'],
    ['cost by service by region', 'The prompt has more than one list of dimensions.'],
    ['cost from 2026-02-01 to 2026-01-01', 'The date range ends before it starts.'],
    ['cost where', 'No filter follows "where".'],
  ])('%s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('a prompt without a measure gets a list of measures', () => {
    expect(() => parse('show me the table')).toThrow(/^Say what to show: cost, /);
  });

  test('an invalid filter reports line and column', () => {
    expect(() => parse("cost where costs.banana = 'x'")).toThrow(/line 1, column/);
  });

  test('one of several segments must be named', () => {
    const other = { token: 'fltr_sgmt_2', name: 'Projects' };
    const several = { ...vocabulary, segments: [company, other] };
    expect(parse('cost by segment projects', several).segment).toEqual(other);
    expect(() => parse('cost by segment', several)).toThrow('by segment Company, Projects.');
    expect(() => parse('cost by segment', { ...vocabulary, segments: [] })).toThrow(
      'There is no segment',
    );
  });
});

test('long prompts are parsed quickly', () => {
  const started = performance.now();
  expect(() => parse(`cost where ${'by '.repeat(3000)}`)).toThrow();
  expect(() => parse(`cost ${'by provider and '.repeat(600)}`)).toThrow();
  expect(performance.now() - started).toBeLessThan(5000);
});
