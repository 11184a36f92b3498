import { sql } from 'kysely';
import type { Context } from '../platform/kernel/context.js';
import { inviteUser, passwordLink } from '../domain/people/invite.js';
import { setOrganisationRole } from '../domain/people/organisation-role.js';
import type { OrganisationRole } from '../platform/store/tables.js';
import { type Command, UsageError } from './command.js';
import { asOperator } from '../platform/kernel/operator-context.js';
import { tableLines } from './table.js';

const roles = ['owner', 'integration_owner', 'editor', 'viewer'];

function roleOf(text: unknown): OrganisationRole {
  if (!roles.includes(String(text))) throw new UsageError(`A role is one of ${roles.join(', ')}.`);
  return text as OrganisationRole;
}

const invite: Command = {
  name: 'user invite',
  usage: 'user invite EMAIL [--role viewer] [--name TEXT]',
  summary: 'Make a user and print the link to set a password',
  options: { role: { type: 'string' }, name: { type: 'string' } },
  run: async ({ app, words: [email], flags, print }) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(email ?? ''))
      throw new UsageError('Give the email address of the user.');
    const role = roleOf(flags['role'] ?? 'viewer');
    const name = flags['name'] === undefined ? null : String(flags['name']);
    const { user, link } = await asOperator(app, async (ctx) => {
      if (await findUser(ctx, email!)) throw new UsageError(`${email} is a user already.`);
      return inviteUser(ctx, { email: email!, role, name });
    });
    print(`${user.email} is invited as ${role}. The link works once, for 7 days:`);
    print(link);
  },
};

const list: Command = {
  name: 'user list',
  usage: 'user list',
  summary: 'List the users',
  run: async ({ app, print }) => {
    const rows = await app.services.db.selectFrom('users').selectAll().orderBy('id').execute();
    const cells = rows.map((row) => [
      row.token,
      row.email,
      row.name ?? '',
      row.role,
      row.last_seen_at ?? 'never',
    ]);
    for (const line of tableLines(['TOKEN', 'EMAIL', 'NAME', 'ROLE', 'LAST SEEN'], cells))
      print(line);
  },
};

const setRole: Command = {
  name: 'user set-role',
  usage: 'user set-role EMAIL ROLE',
  summary: 'Set the organisation role of a user',
  run: async ({ app, words: [email, role], print }) => {
    const wanted = roleOf(role);
    await asOperator(app, async (ctx) =>
      setOrganisationRole(ctx, await knownUser(ctx, email), wanted),
    );
    print(`${email} is ${wanted} now.`);
  },
};

const resetPassword: Command = {
  name: 'user reset-password',
  usage: 'user reset-password EMAIL',
  summary: 'Print a link with which a user sets a new password',
  run: async ({ app, words: [email], print }) => {
    const link = await asOperator(app, async (ctx) =>
      passwordLink(ctx, (await knownUser(ctx, email)).token),
    );
    print('The link works once, for 7 days:');
    print(link);
  },
};

async function findUser(ctx: Context, email: string) {
  return ctx.db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

async function knownUser(ctx: Context, email: string | undefined) {
  const user = await findUser(ctx, email ?? '');
  if (!user) throw new UsageError(`No user has the address ${email ?? ''}.`);
  return user;
}

export const userCommands = [invite, list, setRole, resetPassword];
