import { randomUUID } from 'node:crypto';
import { createCredential } from '../src/platform/auth/credential-store.js';
import { type Account, openAccount } from './harness.js';

/** A new managed account of an account, with a credential of its invited owner. */
export async function newChildAccount(parent: Account, more: object = {}): Promise<Account> {
  const { body } = await parent.as.post('/v2/managed_accounts', {
    name: 'Customer',
    contact_email: `customer-${randomUUID()}@example.com`,
    ...more,
  });
  const { db } = parent.app.services;
  const of = (table: 'workspaces' | 'teams' | 'users') =>
    db
      .selectFrom(table as 'users')
      .selectAll()
      .where('account_token', '=', body.token)
      .orderBy('id');
  const owner = await of('users').executeTakeFirstOrThrow();
  const { secret } = await createCredential(db, {
    accountToken: body.token,
    holder: { user_token: owner.token },
    description: 'for a test',
    scopes: ['read', 'write'],
    now: owner.created_at,
  });
  return openAccount(parent.app, {
    account: { token: body.token, name: body.name, created_at: owner.created_at },
    workspace: (await of('workspaces').executeTakeFirstOrThrow()) as never,
    everyone: (await of('teams').executeTakeFirstOrThrow()) as never,
    owner: owner as never,
    secret,
  });
}
