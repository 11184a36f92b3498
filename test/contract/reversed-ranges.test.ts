import { beforeAll, expect, test } from 'vitest';
import { allOperations } from '../../src/operations.js';
import type { Operation } from '../../src/platform/kernel/operation.js';
import { type Account, newAccount } from '../harness.js';
import { factories, queries } from './samples.js';

// Every operation whose query has a date range, including those added later.
const ranged = allOperations().filter(
  ({ query }) => query && 'start_date' in query.shape && 'end_date' in query.shape,
);

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

async function pathOf({ path }: Operation): Promise<string> {
  let filled = path;
  for (const [placeholder, name] of path.matchAll(/\{([^}]+)\}/g)) {
    filled = filled.replace(placeholder, await factories[name!]!(account));
  }
  return filled;
}

test.each(ranged.map((operation) => [operation.id, operation] as const))(
  '%s refuses a range that ends before it starts',
  async (id, operation) => {
    const query = new URLSearchParams(await queries[id]?.(account));
    query.set('start_date', '2026-03-02');
    query.set('end_date', '2026-03-01');
    const path = `${await pathOf(operation)}?${query.toString()}`;
    const { status, body } = await account.as.send(operation.method, path);
    const { errors } = operation;
    const expected = errors.includes(422) && !errors.includes(400) ? 422 : 400;
    expect([status, body.errors], path).toEqual([
      expected,
      ['start_date must not be after end_date'],
    ]);
  },
);
