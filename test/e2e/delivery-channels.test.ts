import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/store/database.js';
import { focusBill } from '../focus-bill.js';
import { startReceiver } from '../receiver.js';
import {
  type RunningServer,
  call,
  importBill,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';

const { newFolder, start } = useProcesses();
const data = newFolder();
const receiver = await startReceiver();
afterAll(() => receiver.close());

const startServer = () => start(data, { FARTHING_OUTBOUND_NETWORKS: '127.0.0.1' });

const post = async ({ url }: RunningServer, path: string, body: object) => {
  const response = await call(url, 'POST', path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
};

/** The server was killed, so what it was sending counts as interrupted in minutes: make it now. */
async function endLeases(): Promise<void> {
  const { db } = await openDatabase({ databaseUrl: undefined, folder: join(data, 'postgres') });
  await db.updateTable('delivery_messages').set({ next_attempt_at: new Date() }).execute();
  await db.destroy();
}

test(
  'a server that is killed between sending and recording sends again, with the same key and in order',
  async () => {
    let server = await startServer();
    const month = new Date().toISOString().slice(0, 7);
    const channel = await post(server, '/v2/channels', {
      name: 'Costs',
      kind: 'slack',
      secret: `${receiver.url}/slack`,
    });
    const { token: report } = await post(server, '/v2/cost_reports', { title: 'All' });
    const budgets = [];
    for (const name of ['First', 'Second']) {
      const periods = [{ start_at: `${month}-01`, amount: 100 }];
      budgets.push(await post(server, '/v2/budgets', { name, cost_report_token: report, periods }));
    }
    await post(server, '/v2/budget_alerts', {
      budget_tokens: budgets.map(({ token }) => token),
      threshold: 80,
      duration_in_days: '',
      recipient_channels: ['#costs'],
    });
    // The first request is received, and never answered.
    receiver.respond(() => undefined);
    await importBill(server.url, focusBill('1', month, '82.5'));
    await waitFor('the first request', () => receiver.received[0]);
    await server.kill();
    await endLeases();
    server = await startServer();
    await waitFor('both messages', () => receiver.received[2]);
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    const titles = receiver.received.map(({ body }) => body.blocks[0].text.text);
    expect(titles[1]).toBe(titles[0]);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(titles)).toEqual(new Set(['Budget alert: First', 'Budget alert: Second']));
    const log = await waitFor('the record of both', async () => {
      const path = `/v2/deliveries?channel_token=${channel.token}&state=sent`;
      const { deliveries } = (await call(server.url, 'GET', path)).body;
      return deliveries.length === 2 ? deliveries : undefined;
    });
    // Newest first.
    expect(log.map(({ title }: { title: string }) => title)).toEqual([titles[2], titles[0]]);
    expect(receiver.received).toHaveLength(3);
  },
  timeoutMs,
);
