import { Decimal } from '../../../platform/lib/decimal.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { readCached } from '../../../platform/store/read-cache.js';
import type { Db } from '../../../platform/store/tables.js';
import { resolveProvider } from '../providers/index.js';
import { checkFilter, type Filter } from '../vql/index.js';
import type { CollapsedKey, VirtualTag, VirtualTagResult, VirtualTagValue } from './virtual-tag.js';
import { type StoredCollapsedKey, type StoredValue, storedValues } from './stored-values.js';

/** Reads the virtual tags of an account in the order of their creation. */
export function readVirtualTags(db: Db, accountToken: string): Promise<readonly VirtualTag[]> {
  return readCached(db, `virtual tags of ${accountToken}`, () => readTags(db, accountToken));
}

async function readTags(db: Db, accountToken: string): Promise<readonly VirtualTag[]> {
  const rows = await db
    .selectFrom('virtual_tag_configs')
    .select(['token', 'key', 'overridable', 'backfill_until', 'collapsed_tag_keys'])
    .select(storedValues.as('values'))
    .where('account_token', '=', accountToken)
    .orderBy('id')
    .execute();
  return rows.map(({ token, key, overridable, backfill_until, collapsed_tag_keys, values }) => ({
    token,
    key,
    overridable,
    since: firstOfMonth(backfill_until),
    values: values.map(parseValue),
    collapsed: (collapsed_tag_keys as unknown as StoredCollapsedKey[]).map(parseCollapsedKey),
  }));
}

const parseFilter = (text: string): Filter => checkFilter('virtual_tag_value', text)!;

function parseCollapsedKey({ key, providers, filter }: StoredCollapsedKey): CollapsedKey {
  return {
    key,
    providers: providers.map((provider) => resolveProvider(provider)!),
    filter: filter === null ? null : parseFilter(filter),
  };
}

function parseValue(stored: StoredValue): VirtualTagValue {
  return {
    token: stored.token,
    filter: parseFilter(stored.filter),
    dateRanges: stored.date_ranges.map(({ start_date, end_date }) => ({
      start: start_date,
      end: end_date,
    })),
    result: parseResult(stored),
  };
}

function parseResult(stored: StoredValue): VirtualTagResult {
  switch (stored.kind) {
    case 'name':
      return { kind: 'name', name: stored.definition.name };
    case 'percentages':
      return {
        kind: 'percentages',
        // As sent: allocation scales a sum that is almost 100.
        percentages: stored.definition.percentages.map(({ value, pct }) => ({
          value,
          pct: new Decimal(pct).toFixed(),
        })),
      };
    case 'cost_metric': {
      const { filter, aggregation } = stored.definition.cost_metric;
      return { kind: 'cost_metric', filter: parseFilter(filter), tag: aggregation.tag };
    }
    case 'business_metric': {
      const { label_key = null, label_values, label_transforms } = stored.definition;
      return {
        kind: 'business_metric',
        metric: stored.business_metric_token,
        labelKey: label_key,
        labelValues: label_values,
        transforms: label_transforms,
      };
    }
  }
}
