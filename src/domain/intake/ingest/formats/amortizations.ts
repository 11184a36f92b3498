import { sql } from '../../../../platform/store/sql.js';
import type { Amortization } from '../amortization.js';

const aws: Amortization = {
  when: (charge) => sql`(${charge('charge_group')} = 'fee'
      AND ${charge('charge_type')} != 'SavingsPlanUpfrontFee')
    OR ${charge('charge_type')} = 'FeeTax'`,
  chargeType: (charge) =>
    sql`if(${charge('charge_type')} = 'FeeTax', 'AmortizedTax', 'AmortizedFee')`,
  commitmentStatus: (charge) =>
    sql`if(${charge('charge_type')} IN ('RIFee', 'SavingsPlanRecurringFee'),
      'unused', ${charge('commitment_status')})`,
};

const focus: Amortization = {
  when: (charge) => sql`${charge('charge_group')} NOT IN ('tax', 'credit', 'refund')`,
  chargeType: () => sql`NULL`,
  commitmentStatus: (charge) => charge('commitment_status'),
};

/** How charges are amortized, by the name of their format; those of other formats are not. */
export const amortizations = {
  aws_cur: aws,
  aws_cur2: aws,
  focus,
  custom_csv: { ...focus, when: () => sql`true` },
} satisfies Record<string, Amortization>;
