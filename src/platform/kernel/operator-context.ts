import type { Clock } from '../lib/time.js';
import type { Context } from './context.js';
import { linkOriginOf } from './link-origin.js';
import type { Services } from './services.js';

/** An app or a job: both have these two. */
interface Process {
  services: Services;
  clock: Clock;
}

/**
 * A context for work that no request started. It acts as the operator, who needs no credential: whoever
 * can read the data folder. Without an account it uses the one that the first start created.
 *
 * @example
 * const ctx = await operatorContext(app);
 */
export async function operatorContext(process: Process, ofAccount?: string): Promise<Context> {
  const { services, clock } = process;
  const accountToken = ofAccount ?? (await firstAccount(services));
  const workspaces = await services.db
    .selectFrom('workspaces')
    .select(['token', 'name'])
    .where('account_token', '=', accountToken)
    .orderBy('id')
    .execute();
  return {
    actor: {
      accountToken,
      token: '',
      kind: 'user',
      name: null,
      role: 'owner',
      teams: [],
      accountWorkspaces: workspaces.map(({ token }) => token),
      workspaceNames: Object.fromEntries(workspaces.map(({ token, name }) => [token, name])),
      defaultWorkspaceToken: null,
      defaultDashboardToken: null,
      source: 'console',
      scopes: ['read', 'write'],
      credential: null,
    },
    db: services.db,
    now: clock(),
    requestId: 'command-line',
    origin: linkOriginOf(services.config),
    linkOrigin: linkOriginOf(services.config),
    host: 'command-line',
    url: '',
    services,
    clock,
  };
}

/**
 * Runs something as the operator in one transaction.
 *
 * @example
 * await asOperator(app, (ctx) => inviteUser(ctx, { email, role: 'viewer' }));
 */
export async function asOperator<Result>(
  process: Process,
  act: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const ctx = await operatorContext(process);
  return process.services.db.transaction().execute((db) => act({ ...ctx, db }));
}

/** The account that the first start created. */
async function firstAccount({ db }: Services): Promise<string> {
  const { token } = await db
    .selectFrom('accounts')
    .select('token')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return token;
}
