import { type RawBuilder, sql } from 'kysely';

/** Subquery of the accounts with costs of an integration: its own, and those that it is delegated to. */
export const concernedAccounts = (integration: string): RawBuilder<unknown> => sql`(
  select account_token from integrations where token = ${integration}
  union
  select managed_account_token from integration_delegations where integration_token = ${integration})`;
