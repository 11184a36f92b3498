import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { ApiError, badRequest } from '../../../platform/lib/errors.js';
import { hashSecret } from '../../../platform/lib/secrets.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { Tables } from '../../../platform/store/tables.js';

const validSeconds = 10 * 60;
/** A whole office can share a host. */
const pendingPerHost = 500;
const cookieName = 'farthing_sso';

export type SsoRequest = Selectable<Tables['sso_requests']>;

export const newState = () => randomBytes(32).toString('base64url');

/** The secret of the browser, from its cookie. */
function readBrowserCookie(header: string | undefined): string | undefined {
  return header?.match(/(?:^|;\s*)farthing_sso=([A-Za-z0-9_-]{43})(?:;|$)/)?.[1];
}

/** Only the operations of single sign-on get the cookie, and only on pages of this site. */
function formatBrowserCookie(secret: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${secret}; Path=/console/sso; HttpOnly; SameSite=Strict; Max-Age=${validSeconds}${secure}`;
}

/** Stores a log-in that is about to start, bound to the browser by the returned cookie. */
export async function storeRequest(
  ctx: Context,
  request: {
    state: string;
    connection_token: string;
    secrets: object;
    is_test: boolean;
    return_to: string;
  },
): Promise<{ cookie: string }> {
  await limitPending(ctx);
  // Log-ins in several tabs share the cookie.
  const browser = readBrowserCookie(ctx.cookie) ?? newState();
  const { state, secrets, ...columns } = request;
  await ctx.db
    .insertInto('sso_requests')
    .values({
      ...columns,
      state_hash: hashSecret(state),
      browser_hash: hashSecret(browser),
      secrets: ctx.services.vault.seal(secrets),
      saml_response: null,
      host: ctx.host,
      expires_at: addSeconds(ctx.now, validSeconds),
    })
    .execute();
  return { cookie: formatBrowserCookie(browser, ctx.origin) };
}

async function limitPending({ db, host, now }: Context): Promise<void> {
  const { count } = await db
    .selectFrom('sso_requests')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('host', '=', host)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (count >= pendingPerHost) {
    throw new ApiError(429, ['Too many log-ins were started; try again in 10 minutes'], {
      'retry-after': String(validSeconds),
    });
  }
}

const unknownRequest = () => badRequest('The log-in has expired or was already used; start again');

/**
 * Keeps the response that a browser posts from the identity provider. Such a request carries no cookies of
 * this site, so it is only checked when the console asks for its session.
 */
export async function parkSamlResponse(
  ctx: Context,
  account: string,
  { state, response }: { state: string; response: string },
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sso_requests')
    .set({ saml_response: response })
    .where('state_hash', '=', hashSecret(state))
    .where('saml_response', 'is', null)
    .where('expires_at', '>', ctx.now)
    .where('connection_token', 'in', (eb) =>
      eb
        .selectFrom('sso_connections')
        .select('token')
        .where('account_token', '=', account)
        .where('type', '=', 'saml'),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknownRequest();
}

/** Redeems a log-in, which works once, and only in the browser that started it. */
export async function redeemRequest(ctx: Context, state: string): Promise<SsoRequest> {
  const browser = readBrowserCookie(ctx.cookie);
  if (!browser) throw unknownRequest();
  const request = await ctx.db
    .deleteFrom('sso_requests')
    .where('state_hash', '=', hashSecret(state))
    .where('expires_at', '>', ctx.now)
    .returningAll()
    .executeTakeFirst();
  if (!request || !timingSafeEqual(request.browser_hash, hashSecret(browser))) {
    throw unknownRequest();
  }
  return request;
}
