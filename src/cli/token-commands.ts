import { sql } from 'kysely';
import type { Scope } from '../platform/auth/actor.js';
import { endCredential, mintCredential } from '../domain/people/users/index.js';
import type { Context } from '../platform/kernel/context.js';
import { asOperator } from '../platform/kernel/operator-context.js';
import { addSeconds, formatTimestamp } from '../platform/lib/time.js';
import { type Command, type CommandInput, UsageError } from './command.js';
import { tableLines } from './table.js';

const create: Command = {
  name: 'token create',
  usage:
    'token create (--user EMAIL | --team NAME) [--description TEXT] [--scopes read,write] [--days N]',
  summary: 'Create an API token and print its secret',
  options: {
    user: { type: 'string' },
    team: { type: 'string' },
    description: { type: 'string' },
    scopes: { type: 'string' },
    days: { type: 'string' },
  },
  run: async ({ app, flags, print }) => {
    const created = await asOperator(app, async (ctx) =>
      mintCredential(ctx, {
        holder: await holderOf(ctx, flags),
        description: String(flags['description'] ?? 'Created on the command line'),
        scopes: scopesOf(flags['scopes']),
        expiresAt: expiryOf(flags['days'], ctx.now),
      }),
    );
    print(`Created token ${created.id}. Its secret is shown only once:`);
    print(created.secret);
    if (created.client_id) print(`Client ID for POST /oauth/token: ${created.client_id}`);
  },
};

async function holderOf(ctx: Context, flags: CommandInput['flags']) {
  if ((flags['user'] === undefined) === (flags['team'] === undefined)) {
    throw new UsageError('Specify either --user EMAIL or --team NAME.');
  }
  if (flags['user'] !== undefined) {
    const user = await ctx.db
      .selectFrom('users')
      .select('token')
      .where(sql<string>`lower(email)`, '=', String(flags['user']).toLowerCase())
      .executeTakeFirst();
    if (!user)
      throw new UsageError(`There is no user with the email address ${String(flags['user'])}.`);
    return { user_token: user.token };
  }
  const team = await ctx.db
    .selectFrom('teams')
    .select(['token', 'everyone'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('name', '=', String(flags['team']))
    .executeTakeFirst();
  if (!team) throw new UsageError(`There is no team named ${String(flags['team'])}.`);
  return { team_token: team.token, rights: team.everyone ? ('owner' as const) : null };
}

function scopesOf(flag: string | boolean | undefined): Scope[] {
  const scopes = String(flag ?? 'read,write').split(',');
  const isScope = (text: string): text is Scope => text === 'read' || text === 'write';
  if (!scopes.every(isScope)) throw new UsageError('--scopes must be read, write or read,write.');
  return scopes;
}

function expiryOf(days: string | boolean | undefined, now: Date): Date | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(String(days)))
    throw new UsageError('--days must be a number of days.');
  return addSeconds(now, Number(days) * 86_400);
}

const list: Command = {
  name: 'token list',
  usage: 'token list',
  summary: 'List active API tokens',
  run: async ({ app, print }) => {
    const rows = await app.services.db
      .selectFrom('credentials as c')
      .leftJoin('users as u', 'u.token', 'c.user_token')
      .leftJoin('teams as t', 't.token', 'c.team_token')
      .select([
        'c.id',
        'c.description',
        'c.scopes',
        'c.created_at',
        'c.expires_at',
        'u.email',
        't.name as team',
      ])
      .where('c.revoked_at', 'is', null)
      .where('c.parent_id', 'is', null)
      .where((eb) => eb.or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', app.clock())]))
      .orderBy('c.id')
      .execute();
    const cells = rows.map((row) => [
      String(row.id),
      row.email ?? `team ${row.team}`,
      row.scopes.join(','),
      formatTimestamp(row.created_at),
      row.expires_at ? formatTimestamp(row.expires_at) : 'never',
      row.description,
    ]);
    for (const line of tableLines(
      ['ID', 'OWNER', 'SCOPES', 'CREATED', 'EXPIRES', 'DESCRIPTION'],
      cells,
    ))
      print(line);
  },
};

const revoke: Command = {
  name: 'token revoke',
  usage: 'token revoke ID',
  summary: 'Revoke an API token immediately',
  run: async ({ app, positionals: [id], print }) => {
    if (!/^\d{1,9}$/.test(id ?? '')) {
      throw new UsageError('Specify the ID of a token; "farthing token list" shows all tokens.');
    }
    const wasActive = await asOperator(app, (ctx) => endCredential(ctx, Number(id)));
    if (!wasActive) throw new UsageError(`There is no active token with the ID ${id}.`);
    print(`Revoked token ${id}.`);
  },
};

export const tokenCommands = [create, list, revoke];
