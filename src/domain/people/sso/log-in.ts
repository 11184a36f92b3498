import { openSession } from '../../../platform/auth/log-in.js';
import type { Context } from '../../../platform/kernel/context.js';
import { ApiError, badRequest, notFound, unavailable } from '../../../platform/lib/errors.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { type ConnectionRow, type TestLogIn, findConnectionOfDomain } from './connection.js';
import { identify, startAtProvider } from './identify.js';
import { type Identity, domainOf } from './identity.js';
import { roleOf, teamsOf } from './map-groups.js';
import { provisionUser, requireDomain } from './provision-user.js';
import { newState, redeemRequest, storeRequest } from './requests.js';
import { SsoFailure, asSsoFailure } from './sso-failure.js';

/** The page that shows what a test log-in returned. */
const testPage = '/single-sign-on?tested=true';

interface StartedLogIn {
  /** Where the browser goes. */
  location: string;
  /** Binds the log-in to the browser. */
  cookie: string;
}

/** Starts the log-in of a user with the identity provider of their email domain. */
export async function startLogIn(
  ctx: Context,
  { email, return_to }: { email: string; return_to: string },
): Promise<StartedLogIn> {
  const domain = domainOf(email);
  if (!domain) throw badRequest('email is invalid');
  const connection = await findConnectionOfDomain(ctx.db, domain);
  if (!connection) {
    throw new ApiError(404, ['Single sign-on is not set up for this email address']);
  }
  return start(ctx, connection, { email, return_to, is_test: false });
}

/** Starts a log-in that only reports what the identity provider returns. */
export async function startTest(ctx: Context, connection: ConnectionRow): Promise<StartedLogIn> {
  return start(ctx, connection, { email: undefined, return_to: testPage, is_test: true });
}

async function start(
  ctx: Context,
  connection: ConnectionRow,
  options: { email: string | undefined; return_to: string; is_test: boolean },
): Promise<StartedLogIn> {
  const { email, ...columns } = options;
  const state = newState();
  const started = await startAtProvider(ctx, connection, { state, email }).catch(
    (error: unknown) => {
      logFailure(ctx, connection, asSsoFailure(error));
      throw unavailable('The identity provider cannot be reached; try again later', 30);
    },
  );
  const { cookie } = await storeRequest(ctx, {
    ...columns,
    state,
    connection_token: connection.token,
    secrets: started.secrets,
  });
  return { location: started.location, cookie };
}

interface FinishedLogIn {
  return_to: string;
  /** Absent after a test. */
  session?: { secret: string; user_token: string };
}

/** Finishes a log-in with what the identity provider sent, and opens a session. */
export async function finishLogIn(
  ctx: Context,
  account: string,
  query: string,
): Promise<FinishedLogIn> {
  const state = new URLSearchParams(query).get('state') ?? '';
  const request = await redeemRequest(ctx, state);
  const connection = await ctx.db
    .selectFrom('sso_connections')
    .selectAll()
    .where('token', '=', request.connection_token)
    .executeTakeFirst();
  // What was sent to the address of one account must not log in to another.
  if (connection?.account_token !== account) throw notFound('SSO Connection');
  const { return_to } = request;
  const readIdentity = () => identify(ctx, connection, request, { state, query });
  if (request.is_test) {
    await storeTest(ctx, connection, await tryOut(ctx, connection, readIdentity));
    return { return_to };
  }
  try {
    const identity = await readIdentity();
    const session = await ctx.services.db.transaction().execute(async (db) => {
      const { token } = await provisionUser({ ...ctx, db }, connection, identity);
      return { secret: await openSession(db, token, ctx.now), user_token: token };
    });
    return { return_to, session };
  } catch (error) {
    if (!(error instanceof SsoFailure)) throw error;
    logFailure(ctx, connection, error);
    throw error.toApiError();
  }
}

function logFailure({ services, host }: Context, connection: ConnectionRow, failure: SsoFailure) {
  const { token, account_token: account } = connection;
  services.log.warn({ connection: token, account, host, reason: failure.reason }, 'SSO failed');
}

async function tryOut(
  ctx: Context,
  connection: ConnectionRow,
  readIdentity: () => Promise<Identity>,
): Promise<TestLogIn> {
  const tested_at = formatTimestamp(ctx.now);
  let identity: Identity | undefined;
  let error: string | null = null;
  try {
    identity = await readIdentity();
    await requireDomain(ctx, connection, identity.email);
  } catch (failure) {
    if (!(failure instanceof SsoFailure)) throw failure;
    error = failure.reason;
  }
  const { subject = null, email = null, name = null, groups = [] } = identity ?? {};
  const teams = connection.assigns_teams ? await teamsOf(ctx.db, connection, groups) : [];
  return {
    tested_at,
    succeeded: error === null,
    error,
    subject,
    email,
    name,
    groups,
    role: identity ? (roleOf(connection, groups) ?? connection.default_role) : null,
    team_tokens: teams.map(({ token }) => token),
  };
}

async function storeTest(
  { db }: Context,
  connection: ConnectionRow,
  outcome: TestLogIn,
): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ last_test: JSON.stringify(outcome) })
    .where('token', '=', connection.token)
    .execute();
}
