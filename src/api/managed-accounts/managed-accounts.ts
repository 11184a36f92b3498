import { z } from 'zod';
import {
  assignBillingRules,
  billingProfileColumn,
  createChildAccount,
  delegateIntegrations,
  deleteManagedAccount,
  type ManagedAccountRow,
  managedAccounts,
  mspRows,
  readSsoConnections,
} from '../../domain/billing/managed-accounts/index.js';
import {
  BillingInformationInput,
  BusinessInformationInput,
  mergeInformation,
} from '../../domain/billing/billing-profiles/index.js';
import { isClaimedByOther } from '../../domain/people/sso/index.js';
import { queueRebilling, requireRebilling } from '../../domain/billing/rebilling/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { clearableToken, emptyValueRules, title } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { badRequest } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const references = () => z.array(z.string().trim().min(1)).max(1000);
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const emailDomain = z
  .string()
  .refine((domain) => domain.length <= 253 && hostName.test(domain), {
    error: 'must be a host name, such as example.com',
  })
  .nullable()
  .register(emptyValueRules, { blank: 'absent', null: 'clears' });

const fields = {
  name: title(),
  contact_email: z.email().max(255).describe('Owner of the account, who is invited to it.'),
  access_credential_tokens: references()
    .optional()
    .describe('Integrations to delegate; unknown ones are skipped.'),
  billing_rule_tokens: references().optional().describe('In the order of execution groups.'),
  email_domain: emailDomain.optional(),
  msp_billing_profile_token: clearableToken().optional(),
  payment_terms_days: z.int().min(0).max(365).optional(),
  include_managed_account_integrations: z.boolean().optional(),
  billing_information_attributes: BillingInformationInput.optional(),
  business_information_attributes: BusinessInformationInput.optional(),
};

const domainTaken = 'email_domain is already used by another account';

const managedAccountResource = resource(managedAccounts, {
  one: 'managed_account',
  many: 'managed_accounts',
  tag: 'ManagedAccounts',
  create: z.object(fields),
  update: z.object(fields).partial(),
  where: (_query, ctx) => mspRows(ctx),
  duplicates: {
    managed_accounts_contact: 'contact_email is already used by another managed account',
    managed_accounts_domain: domainTaken,
    sso_domains_pkey: domainTaken,
  },
  columns: async (body, ctx, current) => {
    if (current && body.email_domain === null) await requireNoSso(ctx, current);
    const child = current ?? (await createChildAccount(ctx, body));
    if (body.email_domain) await requireFreeDomain(ctx, child, body.email_domain);
    if (current && body.name !== undefined) await rename(ctx, current.token, body.name);
    return {
      token: child.token,
      ...pick(body, [
        'contact_email',
        'email_domain',
        'payment_terms_days',
        'include_managed_account_integrations',
      ]),
      ...(await billingProfileColumn(ctx, body.msp_billing_profile_token)),
      billing_information: JSON.stringify(
        mergeInformation(child.billing_information, body.billing_information_attributes),
      ),
      business_information: JSON.stringify(
        mergeInformation(child.business_information, body.business_information_attributes),
      ),
    };
  },
  afterSave: async ({ token }, body, ctx, isNew) => {
    const row = (await managedAccounts.rows.load(ctx, token)) as ManagedAccountRow;
    const { access_credential_tokens: integrations, billing_rule_tokens: rules } = body;
    if (integrations) await delegateIntegrations(ctx, row, integrations);
    if (isNew || rules) await assignBillingRules(ctx, token, rules ?? [], isNew);
    if (isNew || integrations) await requireRebilling(ctx.db, token);
    if (isNew || integrations || rules) await queueRebilling(ctx, [token]);
    return true;
  },
});

async function requireNoSso({ db }: Context, { token }: Row<'managed_accounts'>): Promise<void> {
  const connections = await readSsoConnections(db, [token]);
  if (connections.has(token)) throw badRequest('email_domain is needed by the SSO connection');
}

/** Otherwise its users would log in at the identity provider of the other account. */
async function requireFreeDomain(
  { db }: Context,
  { token }: { token: string },
  domain: string,
): Promise<void> {
  if (await isClaimedByOther(db, token, domain)) throw badRequest(domainTaken);
}

const rename = ({ db }: Context, token: string, name: string) =>
  db.updateTable('accounts').set({ name }).where('token', '=', token).execute();

const remove: Operation = {
  ...managedAccountResource.delete,
  summary: 'Delete a managed account with its users, workspaces, integrations and costs',
  run: async ({ params }, ctx) => {
    const token = params['managed_account_token'] as string;
    const row = await managedAccounts.rows.loadForUpdate(ctx, token);
    await deleteManagedAccount(ctx, row as ManagedAccountRow);
  },
};

export const managedAccountCrud = [
  managedAccountResource.list,
  managedAccountResource.create,
  managedAccountResource.get,
  managedAccountResource.update,
  remove,
];
