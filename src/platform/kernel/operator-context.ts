import type { App } from '../../app.js';
import type { Context } from './context.js';

/** The operator of the installation, who needs no credential: whoever may read the data folder. */
export async function operatorContext(
  app: Pick<App, 'services' | 'clock'>,
  ofAccount?: string,
): Promise<Context> {
  const { services, clock } = app;
  const accountToken = ofAccount ?? (await firstAccount(app));
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

/** The account that the installation was born with. */
async function firstAccount({ services }: Pick<App, 'services'>): Promise<string> {
  const { token } = await services.db
    .selectFrom('accounts')
    .select('token')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return token;
}
