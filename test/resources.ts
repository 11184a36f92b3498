import type { Insertable } from 'kysely';
import { newToken } from '../src/platform/lib/tokens.js';
import type { Tables } from '../src/platform/store/tables.js';
import type { Account } from './harness.js';
import { newIntegration } from './cost-fixtures.js';

interface GivenResource extends Partial<
  Omit<Insertable<Tables['resources']>, 'metadata' | 'tags'>
> {
  metadata?: Record<string, unknown>;
  tags?: Record<string, string>;
}

/** Stores a resource, as the synchronization of an inventory would; returns its token. */
export async function newResource(account: Account, given: GivenResource = {}): Promise<string> {
  const token = newToken('prvdr_rsrc');
  const { metadata = {}, tags = {}, ...columns } = given;
  const integration_token =
    columns.integration_token ?? (await newIntegration(account, { provider: 'aws' }));
  await account.app.services.db
    .insertInto('resources')
    .values({
      token,
      account_token: account.account.token,
      integration_token,
      provider: 'aws',
      uuid: `arn:aws:ec2:us-east-1:111122223333:volume/${token}`,
      type: 'aws_ebs_volume',
      label: null,
      provider_account_id: '999900001111',
      account_id: '111122223333',
      region: 'us-east-1',
      in_inventory: true,
      last_cost_date: null,
      last_seen_at: account.app.clock(),
      created_at: new Date('2026-01-01T00:00:00Z'),
      ...columns,
      metadata: JSON.stringify(metadata),
      tags: JSON.stringify(tags),
    })
    .execute();
  return token;
}
