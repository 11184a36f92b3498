import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { dropLoads } from './drop-loads.js';
import type { LoadStore } from './load-store.js';

/** Deletes the rows of failed and interrupted imports. */
export async function dropAbandonedLoads(
  store: CostStore,
  loadStore: LoadStore,
): Promise<number[]> {
  return drop(store, loadStore, await loadStore.abandonedLoads());
}

/** Deletes the rows of loads that were superseded before a time. */
export async function dropSupersededLoads(
  store: CostStore,
  loadStore: LoadStore,
  before: Date,
): Promise<number[]> {
  return drop(store, loadStore, await loadStore.supersededBefore(before));
}

async function drop(store: CostStore, loadStore: LoadStore, loadIds: number[]): Promise<number[]> {
  if (loadIds.length === 0) return [];
  await dropLoads(store, loadIds);
  await loadStore.markDropped(loadIds);
  return loadIds;
}
