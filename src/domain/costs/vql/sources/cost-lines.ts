import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { CostStoreSource } from '../compile/row-source.js';
import { costStoreColumns, sameNames } from './columns.js';

/** Which charge type a cost line shows: as billed, or amortized, such as `AmortizedFee` for `Fee`. */
export type ChargeView = 'billed' | 'amortized';

/** SQL of the charge type in a view. */
export function chargeTypeSql(view: ChargeView): Sql {
  return view === 'billed' ? sql`charge_type` : sql`ifNull(amortized_charge_type, charge_type)`;
}

/**
 * Cost lines. Filters test the charge type of the given view, or of `either`: virtual tags apply to
 * both views. The rollup has the same columns, except for `resource_id` and its tags.
 */
export function costLines(view: ChargeView | 'either'): CostStoreSource {
  const views: readonly ChargeView[] = view === 'either' ? ['billed', 'amortized'] : [view];
  return {
    ...costStoreColumns,
    fields: {
      ...sameNames('costs', ['region', 'account_id', 'provider_account_id', 'resource_id']),
      'costs.service': [sql`service_code`, sql`service`],
      'costs.category': [sql`cost_category`],
      'costs.subcategory': [sql`cost_subcategory`],
      'costs.charge_type': views.map(chargeTypeSql),
      'costs.marketplace': [sql`marketplace`],
    },
  };
}
