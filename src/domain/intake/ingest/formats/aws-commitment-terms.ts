import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { SourceColumns } from '../source-columns.js';
import { namedColumns } from '../sql/attributes.js';

const columns = [
  'reservation/StartTime',
  'reservation/EndTime',
  'reservation/NumberOfReservations',
  'reservation/TotalReservedUnits',
  'reservation/UpfrontValue',
  'savingsPlan/StartTime',
  'savingsPlan/EndTime',
  'savingsPlan/OfferingType',
  'savingsPlan/InstanceTypeFamily',
  'savingsPlan/PaymentOption',
  'savingsPlan/PurchaseTerm',
  'savingsPlan/Region',
  'savingsPlan/TotalCommitmentToDate',
];

/**
 * The terms of a reservation or a savings plan, from which the list of commitments is derived. Only the
 * lines of fees keep them: on every covered line they would repeat the same text.
 */
export function awsCommitmentTerms(source: SourceColumns): Record<string, Sql> {
  return Object.fromEntries(
    Object.entries(namedColumns(source, columns)).map(([name, expression]) => [
      name,
      sql`if(charge_group = 'fee', ${expression}, NULL)`,
    ]),
  );
}
