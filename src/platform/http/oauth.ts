import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../auth/actor.js';
import { hashSecret, newSecret } from '../lib/secrets.js';
import { addSeconds, type Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { lockAccount } from '../auth/lock-account.js';
import type { Db } from '../store/tables.js';

const tokenLifetimeSeconds = 3600;

/** `POST /oauth/token`: exchanges the id and secret of a service credential for a one-hour bearer token. */
export function mountOAuth(app: FastifyInstance, services: Services, clock: Clock): void {
  app.post('/oauth/token', { config: { access: 'open' } }, async (request, reply) => {
    const form = new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
    if (form.get('grant_type') !== 'client_credentials') {
      return sendOAuthError(
        reply,
        400,
        'unsupported_grant_type',
        'grant_type must be client_credentials',
      );
    }
    const client = clientOf(request, form);
    const issued = client && (await exchange(services, client, form.get('scope'), clock()));
    if (!issued) {
      reply.header('www-authenticate', 'Basic realm="oauth"');
      return sendOAuthError(
        reply,
        401,
        'invalid_client',
        'client_id or client_secret is incorrect',
      );
    }
    if (issued === 'invalid_scope')
      return sendOAuthError(reply, 400, issued, 'scope exceeds the scopes of the client');
    return reply.send(issued);
  });
}

const sendOAuthError = (
  reply: FastifyReply,
  status: number,
  error: string,
  error_description: string,
) => reply.code(status).send({ error, error_description });

function clientOf(request: FastifyRequest, form: URLSearchParams) {
  const basic = /^basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!basic) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(':')) };
  } catch {
    return undefined;
  }
}

interface Client {
  id: string;
  secret: string;
}

/** Locked against a revocation of the service credential, which also ends the tokens issued for it. */
async function exchange({ db }: Services, client: Client, scope: string | null, now: Date) {
  const known = await findService(db, client, now);
  if (!known) return undefined;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, known.account_token);
    const service = await findService(trx, client, now);
    if (!service) return undefined;
    const scopes = grantedScopes(scope, service.scopes as Scope[]);
    return scopes ? issueToken(trx, service, scopes, now) : 'invalid_scope';
  });
}

async function findService(db: Db, client: Client, now: Date) {
  if (client.id === '' || client.id.includes('\0')) return undefined;
  return db
    .selectFrom('credentials')
    .selectAll()
    .where('client_id', '=', client.id)
    .where('secret_hash', '=', hashSecret(client.secret))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}

function grantedScopes(requested: string | null, available: Scope[]): Scope[] | undefined {
  if (!requested?.trim()) return available;
  const scopes = requested.trim().split(/\s+/);
  return scopes.every((scope) => available.includes(scope as Scope))
    ? available.filter((scope) => scopes.includes(scope))
    : undefined;
}

type ServiceCredential = NonNullable<Awaited<ReturnType<typeof findService>>>;

/** The token ends with the service credential, if that is sooner than its own hour. */
async function issueToken(db: Db, service: ServiceCredential, scopes: Scope[], now: Date) {
  const access_token = newSecret();
  const inAnHour = addSeconds(now, tokenLifetimeSeconds);
  const { expires_at: limit } = service;
  const expires_at = limit && limit < inAnHour ? limit : inAnHour;
  await db
    .insertInto('credentials')
    .values({
      account_token: service.account_token,
      user_token: service.user_token,
      team_token: service.team_token,
      rights: service.rights,
      parent_id: service.id,
      minted_by: null,
      caller_name: service.caller_name,
      client_id: null,
      secret_hash: hashSecret(access_token),
      description: service.description,
      scopes,
      created_at: now,
      expires_at,
      revoked_at: null,
    })
    .execute();
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: Math.floor((expires_at.getTime() - now.getTime()) / 1000),
    scope: scopes.join(' '),
  };
}
