import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../auth/actor.js';
import { hashSecret, newSecret } from '../lib/secrets.js';
import { addSeconds, type Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

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
    const service = client && (await findService(services, client, clock()));
    if (!service) {
      reply.header('www-authenticate', 'Basic realm="oauth"');
      return sendOAuthError(
        reply,
        401,
        'invalid_client',
        'client_id or client_secret is incorrect',
      );
    }
    const scopes = grantedScopes(form.get('scope'), service.scopes as Scope[]);
    if (!scopes)
      return sendOAuthError(reply, 400, 'invalid_scope', 'scope exceeds the scopes of the client');
    const secret = await issueToken(services, service, scopes, clock());
    return reply.send({
      access_token: secret,
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope: scopes.join(' '),
    });
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

async function findService({ db }: Services, client: { id: string; secret: string }, now: Date) {
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

async function issueToken(
  { db }: Services,
  service: ServiceCredential,
  scopes: Scope[],
  now: Date,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('credentials')
    .values({
      account_token: service.account_token,
      user_token: service.user_token,
      team_token: service.team_token,
      rights: service.rights,
      parent_id: service.id,
      client_id: null,
      secret_hash: hashSecret(secret),
      description: service.description,
      scopes,
      created_at: now,
      expires_at: addSeconds(now, tokenLifetimeSeconds),
      revoked_at: null,
    })
    .execute();
  return secret;
}
