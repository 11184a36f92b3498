// JavaScript, because the types of the server and those of the DOM, which other files here use, exclude each other.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app.js';
import { createAccount } from '../../src/domain/people/users/create-account.js';
import { hashPassword } from '../../src/platform/auth/passwords.js';
import { readConfig } from '../../src/platform/config.js';
import { createLog } from '../../src/platform/lib/log.js';
import { startMailServer } from '../mail-server.js';

/** A server as `farthing serve` runs it. */
async function openServer() {
  const { smtp, mails } = await startMailServer();
  const config = readConfig({
    FARTHING_DATA: mkdtempSync(join(tmpdir(), 'farthing-console-')),
    FARTHING_RATE_LIMIT: '0',
    FARTHING_QUERY_SECONDS: '600',
    // Services that tests start.
    FARTHING_OUTBOUND_NETWORKS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${smtp.server.address().port}`,
    FARTHING_MAIL_FROM: 'Farthing <alerts@example.com>',
  });
  const app = await openApp({ config, log: createLog(process.env['TEST_LOG'] ?? 'silent') });
  await app.jobs.start({ isWorker: true });
  return { app, mails, url: await app.server.listen({ host: '127.0.0.1', port: 0 }) };
}

const password = 'correct horse battery staple';
let opening;
let hashing;

/** A new account on the server that all test files of this process share. */
export async function accountOfSharedServer() {
  opening ??= openServer();
  hashing ??= hashPassword(password);
  const { app, mails, url } = await opening;
  const email = `owner-${randomUUID().slice(0, 8)}@example.com`;
  const { secret } = await createAccount(app.services.db, {
    name: 'Farthing',
    ownerEmail: email,
    ownerName: 'Owner',
    now: new Date(),
    passwordHash: await hashing,
  });
  const received = () => mails.filter(({ to }) => to === email).map(({ raw }) => raw);
  return { url, secret, owner: { email, password }, mails: received };
}
