import { sql } from 'kysely';
import type { AccountFacts } from '../facts.js';
import { shortId } from '../../resources/index.js';
import type { AccountLines } from './account-lines.js';
import { billedIds } from './match-charges.js';
import { readResourceCharges } from './read-charges.js';
import { findingAccount, type AccountResources } from './read-resources.js';

interface Found {
  id: string;
  metadata: Record<string, unknown>;
}

/** Looks up resources of the account by their short identifiers. */
export function lookUpResources(account: AccountResources): AccountFacts['lookUp'] {
  return async (type, ids) => {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Found>`
      select regexp_replace(uuid, '^.*[/:]', '') as id, metadata from current_resources as resources
      where ${inAccount(account)} and type = ${type}
        and regexp_replace(uuid, '^.*[/:]', '') = any(${[...ids]})`.execute(account.db);
    return new Map(rows.map(({ id, metadata }) => [id, metadata]));
  };
}

/** Which resources of the account had cost in the window, whichever identifier the bill has for them. */
export function billedResources(
  account: AccountResources,
  lines: AccountLines,
): AccountFacts['billed'] {
  return async (type, ids) => {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ uuid: string }>`
      select distinct uuid from current_resources as resources
      where ${inAccount(account)} and type = ${type}
        and regexp_replace(uuid, '^.*[/:]', '') = any(${[...ids]})`.execute(account.db);
    const uuids = rows.map(({ uuid }) => uuid);
    const charges = await readResourceCharges(
      lines,
      uuids.flatMap((uuid) => billedIds(uuid, lines.provider)),
    );
    const withCost = new Set(
      charges.flatMap((charge) => (charge.days.length > 0 ? charge.resourceId : [])),
    );
    const isBilled = (uuid: string) =>
      billedIds(uuid, lines.provider).some((id) => withCost.has(id));
    return new Set(uuids.filter(isBilled).map(shortId));
  };
}

/** Sums a numeric metadata field over the resources of a type. */
export function sumMetadata(account: AccountResources): AccountFacts['sumMetadata'] {
  return async (type, field) => {
    const { rows } = await sql<{ total: string }>`
      select coalesce(sum((metadata ->> ${field})::numeric), 0)::text as total from current_resources as resources
      where ${inAccount(account)} and type = ${type}
        and metadata ->> ${field} ~ '^[0-9]+([.][0-9]+)?$'`.execute(account.db);
    return rows[0]!.total;
  };
}

const inAccount = ({ integrations, provider, accountId, isVisible }: AccountResources) => sql`
  integration_token = any(${[...integrations]}) and provider = ${provider} and ${isVisible}
  and ${findingAccount} is not distinct from ${accountId}`;
