import { Decimal } from '../../../platform/lib/decimal.js';
import type { AllocationRow } from './allocation-row.js';
import { readNodeBill } from './node-bill.js';
import { coreWeight, gibWeight } from './price-node-hour.js';
import { type NodeHour, type NodePrice, priceNodeHour } from './price-usage.js';
import type { ClusterContext } from './usage-file.js';

/** What nodes cost that are not in any bill. */
export type Fallback = 'wait' | 'base_rates';

/** Prices the usage of nodes from the bills of the account, and says which nodes are not in them. */
export async function priceFromBill(
  { services, integration }: ClusterContext,
  hours: readonly NodeHour[],
  fallback: Fallback,
): Promise<{ rows: AllocationRow[]; warnings: string[] }> {
  const bill = await readNodeBill(services, integration.account_token, hours);
  const missing = new Set<string>();
  const rows = hours.flatMap((hour) => {
    const price = bill.priceOf(hour);
    if (price === undefined) missing.add(hour.node.node ?? hour.node.nodeResourceId ?? '');
    return priceNodeHour(hour, price ?? fallbackPrice(hour, fallback));
  });
  return { rows, warnings: missing.size === 0 ? [] : [describeMissing([...missing], fallback)] };
}

function fallbackPrice({ capacity, hours }: NodeHour, fallback: Fallback): NodePrice {
  const rates = capacity.cpu.times(coreWeight).plus(capacity.ram.times(gibWeight)).times(hours);
  const amount = fallback === 'wait' ? new Decimal(0) : rates.toDecimalPlaces(18);
  return { amount, listAmount: amount, currency: 'USD' };
}

function describeMissing(nodes: readonly string[], fallback: Fallback): string {
  const named = `${nodes.slice(0, 3).join(', ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`;
  return fallback === 'wait'
    ? `No bill has the nodes ${named} on these days; their usage has no cost until a bill has them.`
    : `No bill has the nodes ${named} on these days; they are priced at base rates per core and GiB.`;
}
