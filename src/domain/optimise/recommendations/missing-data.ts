import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';
import type { DataNeed, Rule } from './rule.js';

/** What a workspace has of the data that rules need. */
export interface AvailableData {
  /** Providers with costs. */
  billed: ReadonlySet<string>;
  /** Metadata keys with a value, by type of resource: `aws_ebs_volume size`. */
  fields: ReadonlySet<string>;
  /** Providers with prices, in the catalogue or on the bill. */
  priced: ReadonlySet<string>;
}

/** Reads which metadata the resources of integrations have, in one statement. */
export async function readMetadataFields(
  db: Db,
  integrations: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ type: string; field: string }>`
    select distinct type, field.key as field from current_resources as resources, jsonb_each(metadata) field
    where integration_token = any(${[...integrations]}) and field.value <> 'null'::jsonb`.execute(
    db,
  );
  return new Set(rows.map(({ type, field }) => `${type} ${field}`));
}

/** The data of a rule that is missing. Without any of it, the rule can find nothing. */
export function missingData(rule: Rule, available: AvailableData): DataNeed[] {
  return rule.needs.filter((need) => {
    switch (need.data) {
      case 'billing':
        return !available.billed.has(rule.provider);
      case 'prices':
        return !available.priced.has(rule.provider);
      case 'inventory':
      case 'utilisation':
        return !need.fields.every((field) =>
          rule.resourceTypes.some((type) => available.fields.has(`${type} ${field}`)),
        );
    }
  });
}
