import { expect } from 'vitest';
import type { Account, TestResponse } from './harness.js';

export type CostsQuery = Record<string, string | number | boolean | undefined>;

/** A filter that every provider of the tests fits. */
export const everything = ['aws', 'gcp', 'azure', 'oracle', 'custom_provider']
  .map((provider) => `costs.provider = '${provider}'`)
  .join(' OR ');

/** Path of a question about costs; one that names no filter of its own is about everything. */
export function costsPath(query: CostsQuery, path = '/v2/costs'): string {
  const pairs = Object.entries<CostsQuery[string]>({ filter: everything, ...query })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return `${path}?${pairs.join('&')}`;
}

/** Asks for costs as the owner of the account that a test is about. */
export function askCosts(account: () => Account) {
  const ask = (query: CostsQuery = {}, caller = account().as): Promise<TestResponse> =>
    caller.get(costsPath(query));
  const answer = async (query: CostsQuery = {}) => {
    const { status, body } = await ask(query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const total = async (query: CostsQuery = {}): Promise<string> =>
    (await answer(query)).total_cost.amount;
  return { ask, answer, total };
}
