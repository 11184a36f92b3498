import { expect } from 'vitest';
import type { Account, TestResponse } from './harness.js';

export type CostParameters = Record<string, string | number | boolean | undefined>;

/** A filter that matches the costs of every provider in the tests. */
export const everything = ['aws', 'gcp', 'azure', 'oracle', 'custom_provider']
  .map((provider) => `costs.provider = '${provider}'`)
  .join(' OR ');

/** URL of a cost query; without a filter it covers all costs. */
export function costsPath(parameters: CostParameters, path = '/v2/costs'): string {
  const pairs = Object.entries<CostParameters[string]>({ filter: everything, ...parameters })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return `${path}?${pairs.join('&')}`;
}

/** Cost queries as the owner of the account under test. */
export function costRequests(account: () => Account) {
  const requestCosts = (
    parameters: CostParameters = {},
    caller = account().as,
  ): Promise<TestResponse> => caller.get(costsPath(parameters));
  /** The body of a successful response. */
  const readCosts = async (parameters: CostParameters = {}) => {
    const { status, body } = await requestCosts(parameters);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const total = async (parameters: CostParameters = {}): Promise<string> =>
    (await readCosts(parameters)).total_cost.amount;
  return { requestCosts, readCosts, total };
}
