import type { App } from '../app.js';
import type { Context } from '../kernel/context.js';

/** The operator of the installation, who needs no credential: whoever may read the data folder. */
export async function asOperator<Result>(
  app: App,
  act: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const { services, clock } = app;
  const account = await services.db
    .selectFrom('accounts')
    .select('token')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return services.db.transaction().execute((db) =>
    act({
      actor: {
        accountToken: account.token,
        token: '',
        kind: 'user',
        name: null,
        role: 'owner',
        teams: [],
        accountWorkspaces: [],
        workspaceNames: {},
        defaultWorkspaceToken: null,
        defaultDashboardToken: null,
        source: 'console',
        scopes: ['read', 'write'],
        credential: null,
      },
      db,
      now: clock(),
      requestId: 'command-line',
      origin: services.config.publicUrl ?? `http://${services.config.host}:${services.config.port}`,
      host: 'command-line',
      url: '',
      services,
      clock,
    }),
  );
}
