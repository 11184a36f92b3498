import { sql } from 'kysely';
import { z } from 'zod';
import { type Actor, hasRole } from '../../platform/auth/actor.js';
import {
  type Holder,
  createCredential,
  revokeCredential,
} from '../../platform/auth/credential-store.js';
import type { Context } from '../../platform/kernel/context.js';
import { badRequest, forbidden, notFound, UnknownReference } from '../../platform/lib/errors.js';
import { title, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatTimestamp, parseTimestamp } from '../../platform/lib/time.js';
import type { Row } from '../../platform/kernel/rows.js';
import { teams } from '../../domain/people/team.js';

const Credential = z.object({
  id: z.int(),
  description: z.string(),
  scopes: z.array(z.string()),
  user_token: z.string().nullable(),
  team_token: z.string().nullable(),
  client_id: z.string().nullable().describe('For POST /oauth/token, on service credentials.'),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});

const NewCredential = Credential.extend({ secret: z.string().describe('Shown this once.') });

const getCredentials = operation({
  id: 'getCredentials',
  tag: 'Console',
  method: 'GET',
  path: '/console/credentials',
  summary: 'List the own credentials, and for owners all of the account',
  query: z.object(pageQuery),
  status: 200,
  errors: [],
  response: z.object({ links: Links, credentials: z.array(Credential) }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const own = ctx.db
      .selectFrom('credentials')
      .where('account_token', '=', ctx.actor.accountToken)
      .where('revoked_at', 'is', null)
      .where('parent_id', 'is', null)
      .$if(!hasRole(ctx.actor, 'owner'), (visible) => visible.where(reachable(ctx.actor)));
    const { total } = await own
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow();
    const rows = await own
      .selectAll()
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      credentials: rows.map(show),
    };
  },
});

const createOwnCredential = operation({
  id: 'createCredential',
  tag: 'Console',
  method: 'POST',
  path: '/console/credentials',
  summary: 'Make a personal credential, or a service credential of a team',
  body: z.object({
    description: title(),
    scopes: z.array(z.enum(['read', 'write'])).min(1),
    team_token: token().optional().describe('A service credential of this team.'),
    expires_at: token().optional(),
  }),
  status: 201,
  errors: [400, 403, 404],
  response: NewCredential,
  run: async ({ body }, ctx) => {
    const expiresAt = body.expires_at ? parseTimestamp(body.expires_at) : null;
    if (expiresAt === undefined) throw badRequest('expires_at is invalid');
    const made = await createCredential(ctx.db, {
      accountToken: ctx.actor.accountToken,
      holder: await holderFor(ctx, body.team_token),
      description: body.description,
      scopes: body.scopes,
      expiresAt,
      now: ctx.now,
    });
    return { ...show(made), secret: made.secret };
  },
});

const deleteCredential = operation({
  id: 'deleteCredential',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/credentials/{credential_id}',
  summary: 'Revoke a credential',
  params: z.object({ credential_id: z.string() }),
  status: 204,
  errors: [404],
  run: async ({ params }, ctx) => {
    const id = Number(params.credential_id);
    const found = Number.isInteger(id) && Math.abs(id) < 2 ** 31 && (await visible(ctx, id));
    if (!found) throw notFound('Credential');
    await revokeCredential(ctx.db, ctx.actor.accountToken, id, ctx.now);
  },
});

export const credentials = [getCredentials, createOwnCredential, deleteCredential];

const reachable = (actor: Actor) =>
  sql<boolean>`(user_token = ${actor.token} or team_token = any(${managedTeams(actor)}))`;

const managedTeams = (actor: Actor) =>
  actor.teams.filter((team) => !team.everyone && team.role !== 'viewer').map((team) => team.token);

async function visible(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credentials')
    .select('id')
    .where('id', '=', id)
    .where('account_token', '=', ctx.actor.accountToken)
    .where('revoked_at', 'is', null)
    .$if(!hasRole(ctx.actor, 'owner'), (own) => own.where(reachable(ctx.actor)))
    .executeTakeFirst();
  return row !== undefined;
}

/** Who may make it: anyone for itself; owners and integration owners for any team; editors of a team for theirs. */
async function holderFor(ctx: Context, team_token: string | undefined): Promise<Holder> {
  const { actor } = ctx;
  if (!team_token) {
    if (actor.kind !== 'user') throw forbidden('A service credential cannot make personal ones');
    return { user_token: actor.token };
  }
  const team = await teams.rows.find(ctx, team_token);
  if (!team) throw new UnknownReference('Team', 'team_token', team_token);
  return serviceHolder(actor, team);
}

function serviceHolder(actor: Actor, team: Row<'teams'>): Holder {
  const organisationWide = hasRole(actor, 'integration_owner');
  if (!organisationWide && !managedTeams(actor).includes(team.token)) throw forbidden();
  if (!team.everyone) return { team_token: team.token, rights: null };
  return {
    team_token: team.token,
    rights: actor.role === 'owner' ? 'owner' : 'integration_owner',
  };
}

function show(row: {
  id: number;
  description: string;
  scopes: string[];
  user_token: string | null;
  team_token: string | null;
  client_id: string | null;
  created_at: Date;
  expires_at: Date | null;
}): z.input<typeof Credential> {
  return {
    id: row.id,
    description: row.description,
    scopes: row.scopes,
    user_token: row.user_token,
    team_token: row.team_token,
    client_id: row.client_id,
    created_at: formatTimestamp(row.created_at),
    expires_at: row.expires_at && formatTimestamp(row.expires_at),
  };
}
