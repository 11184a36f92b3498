import { addDays } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';

/** An integration without new costs for this long has ended, and no longer holds back the others. */
export const maxBillDelayDays = 35;

type Loads = readonly {
  integrationToken: string;
  last: string;
  complete_through: string;
  isAdded: boolean;
}[];

/** The last day that is complete in each integration; can lie in the future. */
export function integrationEnds(loads: Loads): Map<string, string> {
  // What billing rules add follows the bills.
  const billed = loads.filter(({ isAdded }) => !isAdded);
  const byIntegration = groupBy(billed, ({ integrationToken }) => integrationToken);
  return new Map([...byIntegration].map(([token, own]) => [token, endOfBills(own)]));
}

/** Of costs through 9 March whose last import began on 8 March, the 7th is the last complete day. */
function endOfBills(loads: Loads): string {
  const last = latest(loads.map((load) => load.last));
  const through = latest(loads.map((load) => load.complete_through));
  return last < through ? last : through;
}

const latest = (days: readonly string[]) => days.toSorted().at(-1)!;

/**
 * The last day that is complete in all integrations that still deliver; null without any. Of two that end
 * on 7 and 9 March it is 7 March; one that ended in January does not count. Lies in the future where costs
 * have been uploaded ahead, which end no other integration.
 */
export function deliveredThrough(ends: readonly string[], today: string): string | null {
  const latestEnd = ends.toSorted().at(-1);
  if (latestEnd === undefined) return null;
  const since = addDays(latestEnd < today ? latestEnd : today, -maxBillDelayDays);
  return ends.filter((end) => end >= since).toSorted()[0]!;
}

/** The same, but before today: a day is complete at the earliest once it is over. */
export function settledDay(ends: readonly string[], today: string): string | null {
  const end = deliveredThrough(ends, today);
  const yesterday = addDays(today, -1);
  return end === null || end < yesterday ? end : yesterday;
}

/**
 * The last day that costs what is billed. Later days are not billed yet rather than free; bills that are
 * missing for longer than any delay will not come, so then they are free.
 */
export function billedThrough(ends: readonly string[], today: string): string {
  const end = deliveredThrough(ends, today);
  return end !== null && end >= addDays(today, -maxBillDelayDays) ? end : addDays(today, -1);
}
