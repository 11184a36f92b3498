import { Decimal } from '../../../platform/lib/decimal.js';
import type { AllocationRow } from './allocation-row.js';

const dayMs = 86_400_000;
const amountPlaces = 18;

/** A row over more than one day as one row per UTC day, each with the share of its hours; the sums stay the same. */
export function splitWindow(row: AllocationRow): AllocationRow[] {
  const [start, end] = [row.start.getTime(), row.end.getTime()];
  if (end - start <= dayMs) return [row];
  const edges = [start];
  for (let day = (Math.floor(start / dayMs) + 1) * dayMs; day < end; day += dayMs) edges.push(day);
  edges.push(end);
  const shareUntil = (edge: number) => new Decimal(edge - start).div(end - start);
  const partOf = (total: Decimal, index: number) => {
    const until = (edge: number) => total.times(shareUntil(edge)).toDecimalPlaces(amountPlaces);
    return until(edges[index + 1]!).minus(until(edges[index]!));
  };
  return edges.slice(1).map((edge, index) => {
    const part = (total: Decimal | undefined) => total && partOf(total, index);
    return {
      ...row,
      start: new Date(edges[index]!),
      end: new Date(edge),
      requested: part(row.requested),
      used: part(row.used),
      allocated: part(row.allocated),
      capacity: part(row.capacity),
      amount: partOf(row.amount, index),
      listAmount: part(row.listAmount),
      idleCost: partOf(row.idleCost, index),
    };
  });
}
