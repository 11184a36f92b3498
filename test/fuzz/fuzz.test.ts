import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { newAccount, testApp, testOrigin } from '../harness.js';
import { ResponseChecker } from './check-response.js';
import { type PlannedRequest, plannedRequests } from './requests.js';
import { fillAccount, prepare, send } from './send-planned.js';

// `npm run test:long` sends 50,000; FUZZ_SEED repeats a run, FUZZ_MINUTES ends it earlier.
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 150);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const minutes = Number(process.env['FUZZ_MINUTES'] ?? 120);
/** Each batch has an account of its own, because its requests delete what others need. */
const batchSize = 500;

/** One would generate thirteen months of bills with each request, the other answers with XML. */
const leftOut = new Set(['createDemo', 'getSamlMetadata']);

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

test(
  `${requests} generated requests get described responses and no 500`,
  async () => {
    const app = await testApp();
    const operations = app.operations.filter((each) => !leftOut.has(each.id));
    const planned = plannedRequests(operations);
    const checker = new ResponseChecker(operations);
    const origin = await testOrigin();
    const problems: Record<string, object> = {};
    const statuses: Record<number, number> = {};
    const end = Date.now() + minutes * 60_000;
    let count = 0;
    for (let batch = 0; count < requests && Date.now() < end; batch += 1) {
      let owner = await fillAccount(await newAccount());
      const numRuns = Math.min(batchSize, requests - count);
      for (const plan of fc.sample(planned, { numRuns, seed: seed * 1000 + batch })) {
        const sent = await prepare(plan, owner);
        const response = await send(origin, agent, sent).catch((error: Error) => {
          throw new Error(`${error.message}: ${JSON.stringify(sent)}`);
        });
        count += 1;
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        // A request may revoke the credential that it is sent with.
        const isRevoked = sent.headers['authorization'] === `Bearer ${owner.account.secret}`;
        if (response.status === 401 && isRevoked) owner = await fillAccount(await newAccount());
        const operation =
          sent.method === plan.operation.method && isRoutedTo(plan) ? plan.operation : undefined;
        const problem = checker.problemOf(operation, response);
        if (!problem) continue;
        const body = sent.body?.toString().slice(0, 2000);
        problems[`${plan.operation.id}: ${problem}`] = { ...sent, body, text: response.text };
      }
    }
    console.info(`${count} requests, seed ${seed}, statuses ${JSON.stringify(statuses)}`);
    expect(problems).toEqual({});
  },
  (minutes + 10) * 60_000,
);

/** Empty and dotted path parameters make paths of other operations, or none. */
const isRoutedTo = ({ params }: PlannedRequest) =>
  Object.values(params).every((value) => !/^(\.|%2e)*$/i.test(value));
