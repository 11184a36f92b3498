import { sql } from 'kysely';
import { z } from 'zod';
import { coversTeam } from '../../platform/auth/access.js';
import { type Actor, hasRole, isOwner } from '../../platform/auth/actor.js';
import type { Holder } from '../../platform/auth/credential-store.js';
import type { Context } from '../../platform/kernel/context.js';
import { badRequest, forbidden, notFound, UnknownReference } from '../../platform/lib/errors.js';
import { title, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { parseTimestamp } from '../../platform/lib/time.js';
import {
  Credential,
  endCredential,
  mintCredential,
  serializeCredential,
  teams,
} from '../../domain/people/users/index.js';

const NewCredential = Credential.extend({
  secret: z.string().describe('Only returned on creation.'),
});

const getCredentials = operation({
  id: 'getCredentials',
  tag: 'Console',
  method: 'GET',
  path: '/console/credentials',
  summary: 'List your credentials, or all credentials of the account for owners',
  query: z.object(pageQuery),
  status: 200,
  errors: [],
  response: z.object({ links: Links, credentials: z.array(Credential) }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const matching = ctx.db
      .selectFrom('credentials')
      .where('account_token', '=', ctx.actor.accountToken)
      .where('revoked_at', 'is', null)
      .where('parent_id', 'is', null)
      .$if(!hasRole(ctx.actor, 'owner'), (all) => all.where(isManagedBy(ctx.actor)));
    const { total } = await matching
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow();
    const rows = await matching
      .selectAll()
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      credentials: rows.map(serializeCredential),
    };
  },
});

const createConsoleCredential = operation({
  id: 'createCredential',
  tag: 'Console',
  method: 'POST',
  path: '/console/credentials',
  summary:
    'Create a personal credential, or a service credential of a team; one created with a credential ends with that one',
  body: z.object({
    description: title(),
    scopes: z.array(z.enum(['read', 'write'])).min(1),
    team_token: token()
      .optional()
      .describe('Team of a service credential; a personal one is created if absent.'),
    expires_at: token().optional(),
  }),
  status: 201,
  errors: [400, 403, 404],
  response: NewCredential,
  run: async ({ body }, ctx) => {
    const expiresAt = body.expires_at ? parseTimestamp(body.expires_at) : null;
    if (expiresAt === undefined) throw badRequest('expires_at is invalid');
    const created = await mintCredential(ctx, {
      holder: await requireHolder(ctx, body.team_token),
      description: body.description,
      scopes: body.scopes,
      expiresAt,
    });
    return { ...serializeCredential(created), secret: created.secret };
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
    const exists = Number.isInteger(id) && Math.abs(id) < 2 ** 31 && (await isVisible(ctx, id));
    if (!exists) throw notFound('Credential');
    await endCredential(ctx, id);
  },
});

export const credentials = [getCredentials, createConsoleCredential, deleteCredential];

/** Condition for the credentials of a user and of the teams whose credentials the user manages. */
const isManagedBy = (actor: Actor) =>
  sql<boolean>`(user_token = ${actor.token} or team_token = any(${managedTeams(actor)}))`;

const managedTeams = (actor: Actor) =>
  actor.teams.filter((team) => !team.everyone && team.role !== 'viewer').map((team) => team.token);

async function isVisible(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credentials')
    .select('id')
    .where('id', '=', id)
    .where('account_token', '=', ctx.actor.accountToken)
    .where('revoked_at', 'is', null)
    .$if(!hasRole(ctx.actor, 'owner'), (all) => all.where(isManagedBy(ctx.actor)))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The holder of a new credential. Users may create one for themselves and for the teams that they edit;
 * owners for any team, integration owners for Everyone and for teams that reach no more than they do.
 */
async function requireHolder(ctx: Context, team_token: string | undefined): Promise<Holder> {
  const { actor } = ctx;
  if (!team_token) {
    if (actor.kind !== 'user')
      throw forbidden('A service credential cannot create personal credentials');
    return { user_token: actor.token };
  }
  const team = await teams.rows.find(ctx, team_token);
  if (!team) throw new UnknownReference('Team', 'team_token', team_token);
  if (isOwner(actor)) return { team_token, rights: team.everyone ? 'owner' : null };
  if (team.everyone) {
    if (!hasRole(actor, 'integration_owner')) throw forbidden();
    return { team_token, rights: 'integration_owner' };
  }
  if (managedTeams(actor).includes(team_token)) return { team_token, rights: null };
  const exceeds = !coversTeam(actor, await ctx.services.actors.forTeam(ctx.db, team));
  if (exceeds || !hasRole(actor, 'integration_owner')) {
    throw forbidden('The team can reach more than you can; ask an owner');
  }
  return { team_token, rights: null };
}
