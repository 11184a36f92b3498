import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../auth/actor.js';
import { hashSecret, newSecret } from '../lib/secrets.js';
import { addSeconds, type Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

const lifeSeconds = 3600;

/** `POST /oauth/token`: a service credential's id and secret for a bearer secret that lives one hour. */
export function mountOAuth(app: FastifyInstance, services: Services, clock: Clock): void {
  app.post('/oauth/token', async (request, reply) => {
    const form = new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
    if (form.get('grant_type') !== 'client_credentials') {
      return refuse(reply, 400, 'unsupported_grant_type', 'grant_type must be client_credentials');
    }
    const client = clientOf(request, form);
    const service = client && (await findService(services, client, clock()));
    if (!service) {
      reply.header('www-authenticate', 'Basic realm="oauth"');
      return refuse(reply, 401, 'invalid_client', 'client_id or client_secret is wrong');
    }
    const scopes = grantedScopes(form.get('scope'), service.scopes as Scope[]);
    if (!scopes)
      return refuse(reply, 400, 'invalid_scope', 'scope asks for more than the client has');
    const secret = await exchange(services, service, scopes, clock());
    return reply.send({
      access_token: secret,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      scope: scopes.join(' '),
    });
  });
}

const refuse = (reply: FastifyReply, status: number, error: string, error_description: string) =>
  reply.code(status).send({ error, error_description });

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

function grantedScopes(asked: string | null, held: Scope[]): Scope[] | undefined {
  if (!asked?.trim()) return held;
  const wanted = asked.trim().split(/\s+/);
  return wanted.every((scope) => held.includes(scope as Scope))
    ? held.filter((scope) => wanted.includes(scope))
    : undefined;
}

type ServiceCredential = NonNullable<Awaited<ReturnType<typeof findService>>>;

async function exchange(
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
      expires_at: addSeconds(now, lifeSeconds),
      revoked_at: null,
    })
    .execute();
  return secret;
}
