import { expect, test } from 'vitest';
import { checkRuleOrder, executionGroup, withRulesForAll } from './execution-group.js';

const [a, i, x, j, c] = [1, 2, 3, 3, 4] as const;

test('the group of a custom rule follows from its statement', () => {
  expect(executionGroup('custom', "DELETE FROM aws WHERE aws.lineItem/TaxType = 'VAT'")).toBe(1);
  expect(executionGroup('custom', "INSERT INTO costs (provider, amount) VALUES ('aws', 1)")).toBe(
    2,
  );
  expect(executionGroup('custom', 'UPDATE costs SET amount = costs.amount * 2')).toBe(3);
  expect(executionGroup('exclusion', null)).toBe(3);
  expect(executionGroup('adjustment', null)).toBe(3);
  expect(executionGroup('charge', null)).toBe(4);
  expect(executionGroup('credit', null)).toBe(4);
});

test.each([[[a, i, j, x, c]], [[x, j]], [[j, x]], [[]], [[c, c]]])('%j is in order', (groups) => {
  expect(() => checkRuleOrder(groups)).not.toThrow();
});

test.each([[[x, a]], [[c, j]], [[j, i]]])('%j is refused', (groups) => {
  expect(() => checkRuleOrder(groups)).toThrow(
    'billing_rule_tokens must be ordered by execution group: AWS transforms, COST inserts, COST transforms, monthly inserts',
  );
});

test('rules for all accounts come at the end of their groups, once', () => {
  const rule = (token: string, execution_group: number) => ({ token, execution_group });
  const given = [rule('x', 3), rule('c', 4)];
  const forAll = [rule('j', 3), rule('x', 3), rule('a', 1), rule('d', 4)];
  expect(
    withRulesForAll(given, forAll)
      .map(({ token }) => token)
      .join(''),
  ).toBe('axjcd');
});
