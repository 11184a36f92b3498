import { z } from 'zod';
import {
  createInvitationPath,
  findInvitedOwner,
  type ManagedAccountRow,
  managedAccounts,
  openAccess,
} from '../../domain/billing/managed-accounts/index.js';
import { recordChange } from '../../platform/kernel/audit.js';
import { operation } from '../../platform/kernel/operation.js';
import { badRequest } from '../../platform/lib/errors.js';
import { requireUnlimitedCredential } from '../../domain/people/users/index.js';

const params = z.object({ managed_account_token: z.string() });

const createAccess = operation({
  id: 'createManagedAccountAccess',
  tag: 'ManagedAccounts',
  method: 'POST',
  path: '/v2/managed_accounts/{managed_account_token}/access',
  summary: 'Create a credential of a managed account that is valid for an hour',
  params,
  body: z
    .object({
      scopes: z
        .array(z.enum(['read', 'write']))
        .min(1)
        .optional()
        .describe('Only read by default; write needs an owner.'),
    })
    .meta({ id: 'createManagedAccountAccess' }),
  status: 201,
  errors: [400, 403, 404],
  role: 'integration_owner',
  response: z
    .object({
      account_token: z.string(),
      name: z.string(),
      secret: z.string().describe('Bearer token for requests to the managed account.'),
      scopes: z.array(z.string()),
      expires_at: z.string(),
    })
    .meta({ id: 'ManagedAccountAccess' }),
  run: async ({ params: { managed_account_token: token }, body }, ctx) => {
    const row = (await managedAccounts.rows.load(ctx, token)) as ManagedAccountRow;
    const access = await openAccess(ctx, row, body.scopes ?? ['read']);
    return { account_token: row.token, name: row.name, ...access };
  },
});

const createInvitation = operation({
  id: 'createManagedAccountInvitation',
  tag: 'ManagedAccounts',
  method: 'POST',
  path: '/v2/managed_accounts/{managed_account_token}/invitation',
  summary: 'Create the link with which the invited owner of a managed account sets a password',
  params,
  status: 201,
  errors: [400, 403, 404],
  role: 'owner',
  response: z
    .object({ email: z.string(), link: z.string().describe('Valid for 7 days, works once.') })
    .meta({ id: 'ManagedAccountInvitation' }),
  run: async ({ params: { managed_account_token: token } }, ctx) => {
    requireUnlimitedCredential(ctx.actor);
    const row = (await managedAccounts.rows.load(ctx, token)) as ManagedAccountRow;
    const invited = await findInvitedOwner(ctx.db, row.token);
    if (!invited) throw badRequest('The account has no owner who is still to set a password');
    const path = await createInvitationPath(ctx.db, invited.token, ctx.now);
    await recordChange(ctx, {
      type: 'Managed Account Invitation',
      token: row.token,
      title: row.name,
      before: null,
      after: { email: invited.email },
    });
    return { email: invited.email, link: `${ctx.linkOrigin}${path}` };
  },
});

export const accessOperations = [createAccess, createInvitation];
