import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { createCredential } from '../../../platform/auth/credential-store.js';
import { seedWorkspace } from '../../account/workspaces/index.js';
import { hashPassword } from '../../../platform/auth/passwords.js';

export interface NewAccount {
  name: string;
  ownerEmail: string;
  ownerName?: string;
  now: Date;
  passwordHash?: string;
  /** The owner's bearer token; generated if absent. */
  secret?: string;
}

/** Creates an account with its initial workspace and the team Everyone, without any user. */
export async function createEmptyAccount(db: Db, { name, now }: { name: string; now: Date }) {
  const account = { token: newToken('acct'), name, created_at: now };
  await db.insertInto('accounts').values(account).execute();
  const common = { account_token: account.token, created_at: now };
  const workspace = { ...common, token: newToken('wrkspc'), name: 'Default' };
  await db
    .insertInto('workspaces')
    .values({
      ...workspace,
      enable_currency_conversion: true,
      currency: 'USD',
      exchange_rate_date: 'daily_rate',
    })
    .execute();
  const everyone = { ...common, token: newToken('team'), name: 'Everyone', everyone: true };
  await db.insertInto('teams').values(everyone).execute();
  await seedWorkspace(db, workspace);
  return { account, workspace, everyone };
}

/** Creates an account with its initial workspace, the team Everyone, an owner and the owner's token. */
export async function createAccount(db: Db, input: NewAccount) {
  const { now } = input;
  const created = await createEmptyAccount(db, input);
  const accountToken = created.account.token;
  const owner = {
    account_token: accountToken,
    created_at: now,
    token: newToken('usr'),
    email: input.ownerEmail,
    name: input.ownerName ?? null,
    role: 'owner' as const,
  };
  await db
    .insertInto('users')
    .values({ ...owner, password_hash: input.passwordHash ?? null })
    .execute();
  const { secret } = await createCredential(db, {
    accountToken,
    holder: { user_token: owner.token },
    description: 'First token of the owner',
    scopes: ['read', 'write'],
    now,
    secret: input.secret,
  });
  return { ...created, owner, secret };
}

export interface FirstOwner {
  email: string;
  password: string;
  secret: string;
}

/**
 * Creates the first account of an empty installation; undefined if it already has one. Safe when several
 * processes start at the same time.
 */
export async function bootstrap(
  db: Kysely<Tables>,
  input: { ownerEmail: string; bootstrapToken?: string; now: Date },
): Promise<FirstOwner | undefined> {
  if (await hasAccount(db)) return undefined;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await sql`lock table accounts in exclusive mode`.execute(trx);
    if (await hasAccount(trx)) return undefined;
    const { secret } = await createAccount(trx, {
      name: 'Farthing',
      ownerEmail: input.ownerEmail,
      ownerName: 'Owner',
      now: input.now,
      passwordHash,
      secret: input.bootstrapToken,
    });
    return { email: input.ownerEmail, password, secret };
  });
}

async function hasAccount(db: Db): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('token').limit(1).executeTakeFirst();
  return account !== undefined;
}
