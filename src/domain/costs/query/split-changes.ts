import { Decimal, subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { buildDriversStatement, type ChangedCosts } from './build-changes.js';
import {
  type ChangedGroup,
  changedGroup,
  type ChangedGroupRow,
  compareBy,
} from './changed-group.js';
import type { CostQuery } from './cost-query.js';
import type { DimensionName } from './dimensions.js';
import { type Grouping, isGroupedBy } from './grouping.js';

/** What usage and prices explain of the difference of a group, and what has no single unit to explain it by. */
export interface ChangeSplit {
  /** What was split: the group, or its parts by category or resource that have usage in one unit. */
  by: 'group' | 'category' | 'resource';
  usageEffect: string;
  priceEffect: string;
  unsplit: string;
}

type PartRow = ChangedGroupRow & { driver_key: string };

/** Parts of all drivers of a page that are read, the largest change first; the difference of others stays unsplit. */
const maxParts = 10_000;

/**
 * Splits differences by usage, those of groups without a single unit by their categories, and where these
 * have no single unit, by their resources. By the keys of groups; absent where nothing could be split.
 */
export async function splitChanges(
  store: CostStore,
  changed: ChangedCosts,
  resolveLines: () => Promise<CostQuery>,
  groups: readonly ChangedGroup[],
): Promise<ReadonlyMap<string, ChangeSplit>> {
  const { query } = changed;
  const wholes = groups.map((group) => ({ group, driver: group.row.group_key }));
  const splits = new Map<string, ChangeSplit>();
  addEffects(splits, 'group', wholes);
  // Groups by unit have no parts in one unit that are not in it themselves.
  if (!isGroupedBy(query.groupings, 'usage_unit')) {
    const categories = namesBeside(query, ['cost_category', 'cost_subcategory']);
    const parts = await readParts(store, async () => changed, categories, wholes);
    addEffects(splits, 'category', parts);
    const resources = namesBeside(query, ['resource_id']);
    const byCategory = groupedFurther(query, categories);
    const ofResources = await readParts(
      store,
      async () => ({ ...changed, query: await withLines(byCategory, resolveLines) }),
      resources,
      parts,
    );
    addEffects(splits, 'resource', ofResources);
  }
  for (const { row, difference } of groups) {
    const split = splits.get(row.group_key);
    if (split) splits.set(row.group_key, withRest(split, difference));
  }
  return splits;
}

/** Adds the effects of the parts that have usage in one unit to those of their drivers. */
function addEffects(
  splits: Map<string, ChangeSplit>,
  by: ChangeSplit['by'],
  parts: readonly Part[],
): void {
  for (const { driver, group } of parts) {
    if (group.usage === null) continue;
    const { usageEffect = '0', priceEffect = '0' } = splits.get(driver) ?? {};
    splits.set(driver, {
      by,
      usageEffect: sumDecimals([usageEffect, group.usage.usageEffect]),
      priceEffect: sumDecimals([priceEffect, group.usage.priceEffect]),
      unsplit: '0',
    });
  }
}

const namesBeside = ({ groupings }: CostQuery, names: readonly DimensionName[]) =>
  names.filter((name) => !isGroupedBy(groupings, name));

/** A group, and the driver that its effects count for. */
interface Part {
  group: ChangedGroup;
  driver: string;
}

/** Has costs in both periods, but not in one unit. Others have no rate to compare. */
const isUnsplit = ({ group: { kind, usage } }: Part): boolean =>
  kind === 'changed' && usage === null;

/** The parts of what is not split yet. */
async function readParts(
  store: CostStore,
  costs: () => Promise<ChangedCosts>,
  names: readonly DimensionName[],
  wholes: readonly Part[],
): Promise<Part[]> {
  const driverOf = new Map(
    wholes.filter(isUnsplit).map(({ group, driver }) => [group.row.group_key, driver]),
  );
  if (driverOf.size === 0 || names.length === 0) return wholes.filter(isUnsplit);
  const changed = await costs();
  const query = { ...groupedFurther(changed.query, names), limit: maxParts, offset: 0 };
  const chosen = { keys: [...driverOf.keys()], groupCount: changed.query.groupings.length };
  const statement = buildDriversStatement({ ...changed, query }, chosen);
  const rows = await selectCachedRows<PartRow>(store, statement);
  const compare = compareBy(changed);
  return rows.map((row) => ({
    group: changedGroup(row, compare),
    driver: driverOf.get(row.driver_key)!,
  }));
}

const groupedFurther = (query: CostQuery, names: readonly DimensionName[]): CostQuery => ({
  ...query,
  groupings: [...query.groupings, ...names.map((name): Grouping => ({ kind: 'dimension', name }))],
  withoutResourceNames: true,
});

const withLines = async (
  { groupings, conversion }: CostQuery,
  resolveLines: () => Promise<CostQuery>,
): Promise<CostQuery> => ({ ...(await resolveLines()), groupings, conversion });

/** Less than this is what rounding leaves; it belongs to the price, which takes the rest of a group, too. */
const roundingError = '1e-9';

function withRest(split: ChangeSplit, difference: string): ChangeSplit {
  const rest = subtractDecimals(difference, sumDecimals([split.usageEffect, split.priceEffect]));
  return new Decimal(rest).abs().lt(roundingError)
    ? { ...split, priceEffect: sumDecimals([split.priceEffect, rest]) }
    : { ...split, unsplit: rest };
}
