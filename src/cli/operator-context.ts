import type { App } from '../app.js';
import type { Context } from '../kernel/context.js';

/** The operator of the installation, who needs no credential: whoever may read the data folder. */
export async function operatorContext(app: App): Promise<Context> {
  const { services, clock } = app;
  const account = await services.db
    .selectFrom('accounts')
    .select('token')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const workspaces = await services.db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();
  return {
    actor: {
      accountToken: account.token,
      token: '',
      kind: 'user',
      name: null,
      role: 'owner',
      teams: [],
      accountWorkspaces: workspaces.map((each) => each.token),
      defaultWorkspaceToken: null,
      defaultDashboardToken: null,
      source: 'console',
      scopes: ['read', 'write'],
      credential: null,
    },
    db: services.db,
    now: clock(),
    requestId: 'command-line',
    origin: services.config.publicUrl ?? `http://${services.config.host}:${services.config.port}`,
    host: 'command-line',
    url: '',
    services,
    clock,
  };
}

/** Acts as the operator in one transaction. */
export async function asOperator<Result>(
  app: App,
  act: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const ctx = await operatorContext(app);
  return app.services.db.transaction().execute((db) => act({ ...ctx, db }));
}
