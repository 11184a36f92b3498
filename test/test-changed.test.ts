import { expect, test } from 'vitest';
// @ts-expect-error A script without types.
import { suitesOf } from '../scripts/test-changed.mjs';

const imports = new Map([
  ['src/app.ts', ['src/api/budgets/budgets.ts', 'src/api/teams/teams.ts']],
  ['src/api/budgets/budgets.ts', ['src/domain/watch/budgets/status.ts']],
  ['src/api/budgets/budgets.test.ts', ['test/harness.ts']],
  ['src/api/teams/teams.ts', []],
  ['src/api/teams/teams.test.ts', ['test/harness.ts']],
  ['src/domain/watch/budgets/status.ts', []],
  ['src/domain/watch/budgets/status.test.ts', ['src/domain/watch/budgets/status.ts']],
  ['test/budget-fixtures.ts', ['src/domain/watch/budgets/status.ts']],
  ['test/contract/sdk.test.ts', ['test/budget-fixtures.ts']],
  ['test/harness.ts', ['src/app.ts']],
]);

test('a change runs the suites that import it, and those beside files that do', () => {
  expect(suitesOf(['src/domain/watch/budgets/status.ts'], imports)).toEqual([
    'src/api/budgets/budgets.test.ts',
    'src/domain/watch/budgets/status.test.ts',
    'test/contract/sdk.test.ts',
  ]);
  expect(suitesOf(['src/api/teams/teams.test.ts', 'docs/vql.md'], imports)).toEqual([
    'src/api/teams/teams.test.ts',
  ]);
});

test('a change of what everything depends on runs all suites', () => {
  for (const file of [
    'src/app.ts',
    'package.json',
    'src/platform/store/migrations/0001_people.sql',
  ])
    expect(suitesOf([file], imports), file).toBeUndefined();
});
