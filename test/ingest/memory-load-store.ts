import type {
  ActiveLoad,
  FinishedLoad,
  LoadStore,
  PlannedLoad,
} from '../../src/domain/intake/ingest/load-store.js';

type Status = 'running' | 'active' | 'superseded' | 'failed' | 'dropped';

interface StoredLoad extends PlannedLoad {
  loadId: number;
  run: number;
  status: Status;
  finished?: FinishedLoad;
  supersededAt?: Date;
}

// All test files of a process share one engine, so load ids must be unique across stores.
let lastLoadId = 0;

/** A load store in memory, for tests that need no PostgreSQL. */
export class MemoryLoadStore implements LoadStore {
  readonly loads: StoredLoad[] = [];
  #runs = 0;

  constructor(private readonly now: () => Date = () => new Date()) {}

  async isCurrent(integrationToken: string, fingerprint: string): Promise<boolean> {
    const same = this.loads.filter(
      (load) =>
        load.integrationToken === integrationToken &&
        load.fingerprint === fingerprint &&
        (load.status === 'active' || load.status === 'superseded'),
    );
    const lastRun = same.filter((load) => load.run === same.at(-1)?.run);
    return lastRun.length > 0 && lastRun.every((load) => load.status === 'active');
  }

  async activeLoads(
    integrationToken: string,
    partitions: readonly string[],
  ): Promise<ActiveLoad[]> {
    return this.#active(integrationToken, (partition) => partitions.includes(partition));
  }

  async activeLoadsOfMonth(
    integrationToken: string,
    partitionPrefix: string,
    month: string,
  ): Promise<ActiveLoad[]> {
    return this.#active(
      integrationToken,
      (partition) => partition.startsWith(partitionPrefix) && partition.endsWith(month),
    );
  }

  #active(integrationToken: string, matches: (partition: string) => boolean): ActiveLoad[] {
    return this.loads
      .filter((load) => load.status === 'active' && load.integrationToken === integrationToken)
      .filter((load) => matches(load.partition))
      .map((load) => ({ ...load, lines: load.finished?.lines ?? 0 }));
  }

  async begin(loads: readonly PlannedLoad[]): Promise<number[]> {
    const run = ++this.#runs;
    const created = loads.map((load) => ({
      ...load,
      loadId: ++lastLoadId,
      run,
      status: 'running' as const,
    }));
    this.loads.push(...created);
    return created.map(({ loadId }) => loadId);
  }

  async activate(loads: readonly FinishedLoad[], supersedes: readonly number[]): Promise<void> {
    for (const finished of loads) {
      Object.assign(this.#load(finished.loadId), { status: 'active', finished });
    }
    for (const loadId of supersedes) {
      Object.assign(this.#load(loadId), { status: 'superseded', supersededAt: this.now() });
    }
  }

  async markFailed(loadIds: readonly number[]): Promise<void> {
    for (const loadId of loadIds) this.#load(loadId).status = 'failed';
  }

  async abandonedLoads(): Promise<number[]> {
    return this.#ids((load) => load.status === 'running' || load.status === 'failed');
  }

  async supersededBefore(time: Date): Promise<number[]> {
    return this.#ids(
      (load) =>
        load.supersededAt !== undefined && load.status === 'superseded' && load.supersededAt < time,
    );
  }

  async markDropped(loadIds: readonly number[]): Promise<void> {
    for (const loadId of loadIds) this.#load(loadId).status = 'dropped';
  }

  /** Ids of the active loads. */
  activeIds(): number[] {
    return this.#ids((load) => load.status === 'active');
  }

  #ids(isIncluded: (load: StoredLoad) => boolean): number[] {
    return this.loads.filter(isIncluded).map((load) => load.loadId);
  }

  #load(loadId: number): StoredLoad {
    const load = this.loads.find((candidate) => candidate.loadId === loadId);
    if (load === undefined) throw new Error(`no load ${loadId}`);
    return load;
  }
}
