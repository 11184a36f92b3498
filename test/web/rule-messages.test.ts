import { expect, test } from 'vitest';
import {
  isAboutRule,
  ruleMessages,
} from '../../web/src/pages/virtual-tag-configs/rule-messages.js';

const messages = [
  'Invalid VQL in values[1].filter at line 1, column 17: expected a value.',
  'values[0].name is missing',
  'values[0].name is missing',
  'values[10].business_metric_token is unknown',
  'values[0].percentages[2].pct must be a number',
  'values[1].cost_metric.filter of A refers to the virtual tag B, which allocates costs',
  'key is missing',
];

test('errors are shown at their rule, once, in the words of the form', () => {
  expect(ruleMessages(messages, 0)).toEqual([
    { field: 'name', text: 'Value is missing' },
    { field: 'percentages', text: 'Percentages must be a number' },
  ]);
  expect(ruleMessages(messages, 1)).toEqual([
    { field: 'filter', text: 'Invalid VQL at line 1, column 17: expected a value.' },
    {
      field: 'cost_metric.filter',
      text: 'Filter of the measured costs of A refers to the virtual tag B, which allocates costs',
    },
  ]);
  expect(ruleMessages(messages, 10)).toEqual([
    { field: 'business_metric_token', text: 'Business metric is unknown' },
  ]);
});

test('an edited rule, which is none of those that were sent, has no errors', () => {
  expect(ruleMessages(messages, -1)).toEqual([]);
});

test('other errors are not those of rules', () => {
  expect(messages.filter((message) => !isAboutRule(message))).toEqual(['key is missing']);
});
