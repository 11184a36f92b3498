import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { newAccount, testApp, testOrigin } from '../harness.js';
import { ResponseChecker } from './check-response.js';
import { type PlannedRequest, plannedRequests } from './requests.js';
import { type FuzzAccount, fillAccount, prepare, send } from './send-planned.js';

// `npm run fuzz` sends 50,000; FUZZ_SEED repeats a run.
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1500);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const millisecondsPerRequest = 200;
const requestsPerAccount = 500;

/** Would generate thirteen months of bills with each request. */
const left = new Set(['createDemo']);

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

test(
  `${requests} generated requests get described responses and no 500`,
  async () => {
    const app = await testApp();
    const operations = app.operations.filter((each) => !left.has(each.id));
    const checker = new ResponseChecker(operations);
    const origin = await testOrigin();
    const problems = new Map<string, object>();
    const statuses: Record<number, number> = {};
    let current: FuzzAccount | undefined;
    const plans = fc.sample(plannedRequests(operations), { numRuns: requests, seed });
    for (const [index, plan] of plans.entries()) {
      if (index % requestsPerAccount === 0) current = await fillAccount(await newAccount());
      const sent = await prepare(plan, current!);
      const response = await send(origin, agent, sent).catch((error: Error) => {
        throw new Error(`request ${index}, ${JSON.stringify(sent)}: ${error.message}`);
      });
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      const problem = isRoutedTo(plan) && checker.problemOf(plan.operation, sent.method, response);
      if (!problem) continue;
      const example = { ...sent, index, body: sent.body?.toString().slice(0, 2000) };
      problems.set(`${plan.operation.id}: ${problem}`, { ...example, text: response.text });
    }
    console.info(`${requests} requests, seed ${seed}, statuses ${JSON.stringify(statuses)}`);
    expect(Object.fromEntries(problems)).toEqual({});
  },
  requests * millisecondsPerRequest,
);

/** Empty and dotted path parameters make paths of other operations, or none. */
const isRoutedTo = ({ params }: PlannedRequest) =>
  Object.values(params).every((value) => !/^(\.|%2e)*$/i.test(value));
