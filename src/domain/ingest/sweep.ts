import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { dropLoads } from './drop-loads.js';
import type { LoadBook } from './load-book.js';

/** Removes what failed and interrupted imports left behind; runs at start and from time to time. */
export async function sweepAbandoned(store: CostStore, book: LoadBook): Promise<number[]> {
  return drop(store, book, await book.abandoned());
}

/** Removes versions that were replaced longer ago than the retention time. */
export async function dropSuperseded(
  store: CostStore,
  book: LoadBook,
  before: Date,
): Promise<number[]> {
  return drop(store, book, await book.supersededBefore(before));
}

async function drop(store: CostStore, book: LoadBook, loadIds: number[]): Promise<number[]> {
  if (loadIds.length === 0) return [];
  await dropLoads(store, loadIds);
  await book.dropped(loadIds);
  return loadIds;
}
