import { randomUUID } from 'node:crypto';
import { parseBillingSql } from '../src/domain/billing/billing-rules/sql/index.js';
import { rebillAccount } from '../src/domain/billing/rebilling/rebill-account.js';
import { newToken } from '../src/platform/lib/tokens.js';
import { type Account, newAccount } from './harness.js';

/** A billing rule; its group follows from it. */
export interface TestRule {
  type: 'exclusion' | 'adjustment' | 'credit' | 'charge' | 'custom';
  start_date?: string;
  end_date?: string;
  charge_type?: string;
  percentage?: string;
  service?: string;
  category?: string;
  sub_category?: string;
  amount?: string;
  sql_query?: string;
}

export type ManagedAccount = Account & { parent: Account };

/** A managed account that sees integrations of its parent in its first workspace. */
export async function newManagedAccount(
  parent: Account,
  integrations: readonly string[] = [],
): Promise<ManagedAccount> {
  const child = await newAccount();
  const { db } = child.app.services;
  const { token } = child.account;
  await db
    .insertInto('managed_accounts')
    .values({
      token,
      account_token: parent.account.token,
      contact_email: `contact-${randomUUID()}@example.com`,
      billing_information: '{}',
      business_information: '{}',
      created_at: child.app.clock(),
    })
    .execute();
  for (const [position, integration] of integrations.entries()) {
    await db
      .insertInto('integration_delegations')
      .values({ managed_account_token: token, integration_token: integration, position })
      .execute();
    await db
      .insertInto('integration_workspaces')
      .values({ integration_token: integration, workspace_token: child.workspace.token })
      .execute();
  }
  return { ...child, parent };
}

function groupOf({ type, sql_query: sql }: TestRule): number {
  if (type === 'charge' || type === 'credit') return 4;
  if (type !== 'custom') return 3;
  const statement = parseBillingSql(sql ?? '');
  if (statement.kind === 'insert') return 2;
  return statement.dataset === 'aws' ? 1 : 3;
}

/** Replaces the rules of a managed account, and returns the tokens of the new ones. */
export async function assignRules(
  { app, account, parent }: ManagedAccount,
  rules: readonly TestRule[],
): Promise<string[]> {
  const { db } = app.services;
  await db
    .deleteFrom('managed_account_billing_rules')
    .where('managed_account_token', '=', account.token)
    .execute();
  const tokens: string[] = [];
  for (const [position, rule] of rules.entries()) {
    const token = newToken('bllng_rule');
    tokens.push(token);
    await db
      .insertInto('billing_rules')
      .values({
        token,
        account_token: parent.account.token,
        title: `Rule ${position + 1}`,
        apply_to_all: false,
        execution_group: groupOf(rule),
        created_at: app.clock(),
        ...rule,
      })
      .execute();
    await db
      .insertInto('managed_account_billing_rules')
      .values({ managed_account_token: account.token, billing_rule_token: token, position })
      .execute();
  }
  return tokens;
}

/** Applies the rules of a managed account now. */
export const rebill = ({ app, account }: Account) =>
  rebillAccount(app.services, account.token, app.clock());
