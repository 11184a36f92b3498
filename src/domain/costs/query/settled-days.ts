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
 * The last day before today that is complete in all integrations that still deliver; null without any. Of
 * two that end on 7 and 9 March it is 7 March; one that ended in January does not count.
 */
export function settledDay(ends: readonly string[], today: string): string | null {
  const delivering = ends.filter((end) => end >= addDays(today, -maxBillDelayDays));
  const end = delivering.length > 0 ? delivering.toSorted()[0]! : ends.toSorted().at(-1);
  const yesterday = addDays(today, -1);
  return end === undefined || end < yesterday ? (end ?? null) : yesterday;
}
