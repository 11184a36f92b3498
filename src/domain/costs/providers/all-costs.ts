import { clusterProviders } from './providers.js';

/**
 * The providers whose costs are all costs. Costs of clusters are parts of what cloud bills contain already, so
 * they count only where a filter asks for them, or where there is no bill.
 */
export function providersOfAllCosts(keys: readonly string[]): readonly string[] {
  const bills = keys.filter((key) => !(clusterProviders as readonly string[]).includes(key));
  return bills.length > 0 ? bills : keys;
}
