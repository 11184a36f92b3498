import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { deniedObjects } from '../../../platform/auth/access.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  BillingInformation,
  BusinessInformation,
  partToken,
  serializeBilling,
  serializeBusiness,
} from '../billing-profiles/index.js';
import { SsoConnectionSummary, readSsoConnections } from './sso-connection.js';

const ManagedAccount = z
  .object({
    token: z.string(),
    name: z.string(),
    contact_email: z.string(),
    parent_account_token: z.string().describe('The management account.'),
    access_credential_tokens: z
      .array(z.string())
      .describe('Integrations of the management account that are delegated to it.'),
    billing_rule_tokens: z.array(z.string()).describe('In the order in which they run.'),
    email_domain: z.string().nullable(),
    msp_billing_profile_token: z.string().nullable(),
    payment_terms_days: z.int().nullable(),
    include_managed_account_integrations: z
      .boolean()
      .nullable()
      .describe('Whether its invoices include the costs of its own integrations.'),
    billing_information_attributes: BillingInformation,
    business_information_attributes: BusinessInformation,
    sso_connection: SsoConnectionSummary.nullable(),
    rebilling_failure: z
      .string()
      .nullable()
      .describe(
        'Why its billing rules could not be applied; it sees its costs as they were before.',
      ),
  })
  .meta({ id: 'ManagedAccount' });

/** A managed account with its name, which is that of the account itself. */
export type ManagedAccountRow = Row<'managed_accounts'> & { name: string };

/** Accounts that the account of the caller manages. */
export const managedAccounts = entity({
  table: 'managed_accounts',
  prefix: 'acct',
  kind: 'Managed Account',
  title: { computed: 'name' },
  page: '/managed-accounts/{token}',
  access: {
    within: 'account',
    write: 'integration_owner',
    grants: true,
    // A denial by any team of the user wins.
    visible: (actor) => sql<SqlBool>`not token = any(${deniedObjects(actor)})`,
  },
  model: ManagedAccount,
  unversioned: ['rebilling_failure'],
  computed: {
    name: {
      sql: sql`(select name from accounts where accounts.token = managed_accounts.token)`,
      initial: '',
    },
  },
  derive: async (rows, { db }: Context) => {
    const tokens = rows.map(({ token }) => token);
    const [delegations, rules, connections] = await Promise.all([
      readDelegations(db, tokens),
      readAssignments(db, tokens),
      readSsoConnections(db, tokens),
    ]);
    return (row) => ({
      parent_account_token: row.account_token,
      access_credential_tokens: delegations.filter(isOf(row)).map((each) => each.integration_token),
      billing_rule_tokens: rules.filter(isOf(row)).map((each) => each.billing_rule_token),
      billing_information_attributes: serializeBilling(
        row.billing_information,
        partToken('blng_info', row.token),
      ),
      business_information_attributes: serializeBusiness(
        row.business_information,
        partToken('bsns_info', row.token),
      ),
      sso_connection: connections.get(row.token) ?? null,
    });
  },
});

const isOf =
  ({ token }: { token: string }) =>
  (each: { managed_account_token: string }) =>
    each.managed_account_token === token;

/** The integrations that are delegated to managed accounts, in order. */
export const readDelegations = (db: Db, accounts: readonly string[]) =>
  db
    .selectFrom('integration_delegations')
    .select(['managed_account_token', 'integration_token'])
    .where('managed_account_token', 'in', accounts)
    .orderBy('position')
    .execute();

const readAssignments = (db: Db, accounts: readonly string[]) =>
  db
    .selectFrom('managed_account_billing_rules')
    .select(['managed_account_token', 'billing_rule_token'])
    .where('managed_account_token', 'in', accounts)
    .orderBy('position')
    .execute();

/** Whether an account is managed by another one. */
export async function isManagedAccount(db: Db, account: string): Promise<boolean> {
  const found = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('token', '=', account)
    .executeTakeFirst();
  return found !== undefined;
}
