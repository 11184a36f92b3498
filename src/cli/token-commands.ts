import { sql } from 'kysely';
import type { Scope } from '../platform/auth/actor.js';
import { createCredential, revokeCredential } from '../platform/auth/credential-store.js';
import type { Context } from '../platform/kernel/context.js';
import { addSeconds, formatTimestamp } from '../platform/lib/time.js';
import { type Command, type CommandInput, UsageError } from './command.js';
import { asOperator } from '../platform/kernel/operator-context.js';
import { tableLines } from './table.js';

const create: Command = {
  name: 'token create',
  usage:
    'token create (--user EMAIL | --team NAME) [--description TEXT] [--scopes read,write] [--days N]',
  summary: 'Make a token and print it once',
  options: {
    user: { type: 'string' },
    team: { type: 'string' },
    description: { type: 'string' },
    scopes: { type: 'string' },
    days: { type: 'string' },
  },
  run: async ({ app, flags, print }) => {
    const made = await asOperator(app, async (ctx) =>
      createCredential(ctx.db, {
        accountToken: ctx.actor.accountToken,
        holder: await holderOf(ctx, flags),
        description: String(flags['description'] ?? 'Made on the command line'),
        scopes: scopesOf(flags['scopes']),
        expiresAt: endOf(flags['days'], ctx.now),
        now: ctx.now,
      }),
    );
    print(`Token ${made.id} was made. It is shown this once:`);
    print(made.secret);
    if (made.client_id) print(`Client id for POST /oauth/token: ${made.client_id}`);
  },
};

async function holderOf(ctx: Context, flags: CommandInput['flags']) {
  if ((flags['user'] === undefined) === (flags['team'] === undefined)) {
    throw new UsageError('Give either --user EMAIL or --team NAME.');
  }
  if (flags['user'] !== undefined) {
    const user = await ctx.db
      .selectFrom('users')
      .select('token')
      .where(sql<string>`lower(email)`, '=', String(flags['user']).toLowerCase())
      .executeTakeFirst();
    if (!user) throw new UsageError(`No user has the address ${String(flags['user'])}.`);
    return { user_token: user.token };
  }
  const team = await ctx.db
    .selectFrom('teams')
    .select(['token', 'everyone'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('name', '=', String(flags['team']))
    .executeTakeFirst();
  if (!team) throw new UsageError(`No team is called ${String(flags['team'])}.`);
  return { team_token: team.token, rights: team.everyone ? ('owner' as const) : null };
}

function scopesOf(flag: string | boolean | undefined): Scope[] {
  const scopes = String(flag ?? 'read,write').split(',');
  const isScope = (text: string): text is Scope => text === 'read' || text === 'write';
  if (!scopes.every(isScope)) throw new UsageError('--scopes takes read, write or read,write.');
  return scopes;
}

function endOf(days: string | boolean | undefined, now: Date): Date | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(String(days))) throw new UsageError('--days takes a number of days.');
  return addSeconds(now, Number(days) * 86_400);
}

const list: Command = {
  name: 'token list',
  usage: 'token list',
  summary: 'List the tokens that work',
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
    for (const line of tableLines(['ID', 'OF', 'SCOPES', 'MADE', 'ENDS', 'DESCRIPTION'], cells))
      print(line);
  },
};

const revoke: Command = {
  name: 'token revoke',
  usage: 'token revoke ID',
  summary: 'End a token at once',
  run: async ({ app, words: [id], print }) => {
    if (!/^\d{1,9}$/.test(id ?? '')) throw new UsageError('Give the ID that "token list" shows.');
    const wasAlive = await asOperator(app, (ctx) =>
      revokeCredential(ctx.db, ctx.actor.accountToken, Number(id), ctx.now),
    );
    if (!wasAlive) throw new UsageError(`No working token has the id ${id}.`);
    print(`Token ${id} is revoked.`);
  },
};

export const tokenCommands = [create, list, revoke];
