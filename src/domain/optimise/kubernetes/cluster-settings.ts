import type { Row } from '../../../platform/kernel/rows.js';
import { clusterName } from './opencost-allocation.js';

type Integration = Pick<Row<'integrations'>, 'settings' | 'account_identifier' | 'name'>;

/** The cluster of rows that do not name one: that of the integration. */
export function clusterOf({ account_identifier, name }: Integration): string {
  return clusterName(account_identifier ?? name);
}

/** The currency of amounts; OpenCost does not say which one it is configured for. */
export function currencyOf({ settings }: Integration): string {
  const { currency } = settings as { currency?: unknown };
  return typeof currency === 'string' ? currency : 'USD';
}
