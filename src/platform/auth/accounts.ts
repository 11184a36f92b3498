import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newToken } from '../lib/tokens.js';
import type { Db, Tables } from '../store/tables.js';
import { createCredential } from './credential-store.js';
import { seedWorkspace } from './seed-workspace.js';
import { hashPassword } from './passwords.js';

export interface NewAccount {
  name: string;
  ownerEmail: string;
  now: Date;
  passwordHash?: string;
  secret?: string;
}

/** An account is born with a workspace, the team Everyone, an owner and the owner's token. */
export async function createAccount(db: Db, wanted: NewAccount) {
  const { now } = wanted;
  const account = { token: newToken('acct'), name: wanted.name, created_at: now };
  await db.insertInto('accounts').values(account).execute();
  const born = { account_token: account.token, created_at: now };
  const workspace = { ...born, token: newToken('wrkspc'), name: 'Default' };
  await db
    .insertInto('workspaces')
    .values({
      ...workspace,
      enable_currency_conversion: true,
      currency: 'USD',
      exchange_rate_date: 'daily_rate',
    })
    .execute();
  const everyone = { ...born, token: newToken('team'), name: 'Everyone', everyone: true };
  await db.insertInto('teams').values(everyone).execute();
  await seedWorkspace(db, workspace);
  const owner = {
    ...born,
    token: newToken('usr'),
    email: wanted.ownerEmail,
    role: 'owner' as const,
  };
  await db
    .insertInto('users')
    .values({ ...owner, password_hash: wanted.passwordHash ?? null })
    .execute();
  const { secret } = await createCredential(db, {
    accountToken: account.token,
    holder: { user_token: owner.token },
    description: 'First token of the owner',
    scopes: ['read', 'write'],
    now,
    secret: wanted.secret,
  });
  return { account, workspace, everyone, owner, secret };
}

export interface FirstOwner {
  email: string;
  password: string;
  secret: string;
}

/** Fills an empty installation; undefined when it already has an account. Safe when copies start together. */
export async function bootstrap(
  db: Kysely<Tables>,
  wanted: { ownerEmail: string; bootstrapToken?: string; now: Date },
): Promise<FirstOwner | undefined> {
  if (await hasAccount(db)) return undefined;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await sql`lock table accounts in exclusive mode`.execute(trx);
    if (await hasAccount(trx)) return undefined;
    const { secret } = await createAccount(trx, {
      name: 'Farthing',
      ownerEmail: wanted.ownerEmail,
      now: wanted.now,
      passwordHash,
      secret: wanted.bootstrapToken,
    });
    return { email: wanted.ownerEmail, password, secret };
  });
}

async function hasAccount(db: Db): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('token').limit(1).executeTakeFirst();
  return account !== undefined;
}
