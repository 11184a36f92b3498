import type { Context } from '../../../platform/kernel/context.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type AttentionItem, attentionKinds } from './attention-item.js';
import { findBudgets } from './find-budgets.js';
import { findCommitments } from './find-commitments.js';
import { findDeliveries } from './find-deliveries.js';
import { findAnomalies } from './find-anomalies.js';
import { findImports } from './find-imports.js';

/** Everything in a workspace that the caller may see and that needs attention now, the most urgent first. */
export async function readAttention(ctx: Context, workspace: string): Promise<AttentionItem[]> {
  const found = [];
  for (const find of [findImports, findBudgets, findAnomalies, findDeliveries, findCommitments]) {
    found.push(...(await find(ctx, workspace)));
  }
  return found.toSorted(byUrgency);
}

/** By kind, then the largest amount, then the earliest day. */
function byUrgency(one: AttentionItem, other: AttentionItem): number {
  return (
    attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
    new Decimal(other.amount ?? 0).comparedTo(one.amount ?? 0) ||
    (one.date ?? '').localeCompare(other.date ?? '')
  );
}
