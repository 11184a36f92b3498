import { sql } from 'kysely';
import type { Context } from '../platform/kernel/context.js';
import { asOperator } from '../platform/kernel/operator-context.js';
import {
  inviteUser,
  createPasswordLink,
  setOrganisationRole,
} from '../domain/people/users/index.js';
import type { OrganisationRole } from '../platform/store/tables.js';
import { type Command, UsageError } from './command.js';
import { tableLines } from './table.js';

const roles = ['owner', 'integration_owner', 'editor', 'viewer'];

function parseRole(text: unknown): OrganisationRole {
  if (!roles.includes(String(text)))
    throw new UsageError(`The role must be one of ${roles.join(', ')}.`);
  return text as OrganisationRole;
}

const invite: Command = {
  name: 'user invite',
  usage: 'user invite EMAIL [--role viewer] [--name TEXT]',
  summary: 'Invite a user and print a link to set the password',
  options: { role: { type: 'string' }, name: { type: 'string' } },
  run: async ({ app, positionals: [email], flags, print }) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(email ?? ''))
      throw new UsageError('Specify the email address of the user.');
    const role = parseRole(flags['role'] ?? 'viewer');
    const name = flags['name'] === undefined ? null : String(flags['name']);
    const { user, link } = await asOperator(app, async (ctx) => {
      if (await findUser(ctx, email!))
        throw new UsageError(`There is already a user with the email address ${email}.`);
      return inviteUser(ctx, { email: email!, role, name });
    });
    print(`Invited ${user.email} as ${role}. The link can be used once, within 7 days:`);
    print(link);
  },
};

const list: Command = {
  name: 'user list',
  usage: 'user list',
  summary: 'List users',
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
  summary: 'Change the role of a user',
  run: async ({ app, positionals: [email, role], print }) => {
    const newRole = parseRole(role);
    await asOperator(app, async (ctx) =>
      setOrganisationRole(ctx, await requireUser(ctx, email), newRole),
    );
    print(`${email} is now ${newRole}.`);
  },
};

const resetPassword: Command = {
  name: 'user reset-password',
  usage: 'user reset-password EMAIL',
  summary: 'Print a link for a user to set a new password',
  run: async ({ app, positionals: [email], print }) => {
    const link = await asOperator(app, async (ctx) =>
      createPasswordLink(ctx, await requireUser(ctx, email)),
    );
    print('The link can be used once, within 7 days:');
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

async function requireUser(ctx: Context, email: string | undefined) {
  const user = await findUser(ctx, email ?? '');
  if (!user) throw new UsageError(`There is no user with the email address ${email ?? ''}.`);
  return user;
}

export const userCommands = [invite, list, setRole, resetPassword];
