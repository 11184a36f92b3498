import { expect, test } from 'vitest';
import { checkFilter } from './check-filter.js';
import { factsOf } from './filter-facts.js';
import type { FilterKind } from './filter-kinds.js';

function facts(kind: FilterKind, text: string) {
  const filter = checkFilter(kind, text);
  if (!filter) throw new Error('no filter');
  return factsOf(filter);
}

test('possible providers and services of matching rows', () => {
  const text = `(costs.provider = 'openai' OR costs.provider = 'aws') AND costs.service IN ('a', 'b')
    AND (costs.service = 'b' OR costs.service = 'c')`;
  expect(facts('cost_report', text)).toMatchObject({
    providers: ['open_ai', 'aws'],
    services: ['b'],
    resourceTypes: null,
    allocates: false,
  });
});

test('no restriction where a branch is unrestricted or only excludes values', () => {
  const text = `costs.provider = 'aws' AND (costs.service = 'a' OR costs.service != 'b')`;
  expect(facts('cost_report', text).services).toBeNull();
  expect(facts('resource_report', `resources.provider != 'aws'`).providers).toBeNull();
});

test('possible resource types, with aliases resolved', () => {
  const text = `resources.type = 'aws_ec2_instance' OR resources.type IN ('aws_instance')`;
  expect(facts('resource_report', text).resourceTypes).toEqual(['aws_instance']);
});

test('fields used, without duplicates', () => {
  const text = `costs.provider = 'aws' AND costs.service = 'a' AND costs.resource_id = NULL
    AND tags.name = 'k' AND tags.value = 'v' AND tags.name != 'l' AND costs.allocation = 1`;
  expect(facts('cost_report', text).fields).toEqual([
    'costs.provider',
    'costs.service',
    'costs.resource_id',
    'tags.name',
    'tags.value',
    'costs.allocation',
  ]);
});

test('tag keys named with = or IN, not those that match a pattern or are excluded', () => {
  const text = `costs.provider = 'aws' AND (tags.name = 'a' OR tags.name LIKE 'b%') AND tags.value = 'x'
    AND tags.name IN ('c', 'a') AND tags.name != 'd' AND (tags.name, tags.value) IN (('e', 'f'))`;
  expect(facts('cost_report', text).tagKeys).toEqual(['a', 'c', 'e']);
});

test('tag keys whose known values flexible match needs', () => {
  const flexible = (name: string) =>
    facts(
      'cost_report',
      `costs.provider = 'aws' AND tags.name = 'z' AND ${name} AND tags.value ~* 'x'`,
    );
  expect(flexible(`tags.name IN ('a', 'b')`).flexibleTagKeys).toEqual(['a', 'b']);
  expect(flexible(`tags.name LIKE 'a%'`).flexibleTagKeys).toBe('all');
  expect(facts('cost_report', `costs.provider = 'aws'`).flexibleTagKeys).toEqual([]);
});

test('whether some costs count only in part', () => {
  const allocates = (share: string) =>
    facts('cost_report', `costs.provider = 'aws' AND costs.allocation = ${share}`).allocates;
  expect([allocates('1.0'), allocates('0.9')]).toEqual([false, true]);
});
