import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/store/database.js';
import { migrateDatabase } from '../../src/platform/store/migrate-database.js';
import { newDatabase, serverUrl } from '../database-server.js';

test('webhooks become channels, with their secrets and the messages that wait for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-test-'));
  const earlier = join(folder, 'migrations');
  cpSync('src/platform/store/migrations', earlier, { recursive: true });
  for (const name of readdirSync(earlier)) if (name >= '0029') rmSync(join(earlier, name));
  const databaseUrl = serverUrl && (await newDatabase(serverUrl));
  const { db } = await openDatabase({ databaseUrl, folder: join(folder, 'postgres') });
  try {
    // A new embedded database has all tables of the build.
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrateDatabase(db, earlier);
    await sql`insert into accounts (token, name, created_at) values ('accnt_1', 'A', now())`.execute(
      db,
    );
    await sql`insert into workspaces (token, account_token, name, enable_currency_conversion,
        currency, exchange_rate_date, created_at)
      values ('wrkspc_1', 'accnt_1', 'W', false, 'USD', 'daily_rate', now())`.execute(db);
    await sql`insert into webhooks (token, account_token, workspace_token, name, url, secret, created_at)
      values ('wbhk_1', 'accnt_1', 'wrkspc_1', 'Tickets', 'https://example.com/x', '\\x01', now())`.execute(
      db,
    );
    await sql`insert into delivery_messages (token, account_token, rule_token, event_key, channel,
        recipient, content, next_attempt_at, created_at)
      values ('msg_1', 'accnt_1', 'r', 'e', 'webhook', 'wbhk_1', '{}', now(), now())`.execute(db);
    await migrateDatabase(db);
    const channels = await db
      .selectFrom('channels')
      .innerJoin('delivery_messages as message', 'message.recipient', 'channels.token')
      .select(['channels.token', 'kind', 'settings', 'secret', 'message.channel', 'state'])
      .execute();
    // PGlite returns bytes as a plain array, the driver of PostgreSQL as a buffer.
    const found = channels.map((each) => ({ ...each, secret: Buffer.from(each.secret!) }));
    expect(found).toEqual([
      {
        token: 'wbhk_1',
        kind: 'webhook',
        settings: { url: 'https://example.com/x' },
        secret: Buffer.from([1]),
        channel: 'webhook',
        state: 'pending',
      },
    ]);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
});
