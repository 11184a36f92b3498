import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { focusBill } from '../focus-bill.js';
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
const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    void stream.toArray().then((chunks) => {
      mails.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});
let server: RunningServer;

const startServer = () => {
  const { port } = smtp.server.address() as AddressInfo;
  return start(data, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    FARTHING_MAIL_FROM: 'Farthing <alerts@example.com>',
  });
};

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  server = await startServer();
}, timeoutMs);
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

const post = async (path: string, body: object) => {
  const response = await call(server.url, 'POST', path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
};

test(
  'a bill that exceeds a budget is mailed once, also across a killed server',
  async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { body: me } = await call(server.url, 'GET', '/v2/users');
    const { token: report } = await post('/v2/cost_reports', { title: 'All' });
    const { token: budget } = await post('/v2/budgets', {
      name: 'Cloud',
      cost_report_token: report,
      periods: [{ start_at: `${month}-01`, amount: 100 }],
    });
    for (const threshold of [80, 200]) {
      await post('/v2/budget_alerts', {
        budget_tokens: [budget],
        threshold,
        duration_in_days: '',
        user_tokens: [me.users[0].token],
      });
    }
    await importBill(server.url, focusBill('1', month, '82.5'));
    await waitFor('the first mail', () => mails[0]);
    expect(mails[0]).toContain('82.5% of the budget Cloud');
    expect(mails[0]).toContain(`/go/${report}`);
    await server.kill();
    server = await startServer();
    // Both alerts are due with the restated bill, and only the second has not been reported.
    await importBill(server.url, focusBill('1', month, '250'));
    await waitFor('the second mail', () => mails[1]);
    expect(mails[1]).toContain('250% of the budget Cloud');
    const { body } = await call(server.url, 'GET', `/v2/annotations?report_token=${report}`);
    expect(body.annotations).toHaveLength(2);
    expect(mails).toHaveLength(2);
  },
  timeoutMs,
);
