import type {
  ActiveLoad,
  FinishedLoad,
  LoadBook,
  PlannedLoad,
} from '../../src/domain/ingest/load-book.js';

type Status = 'running' | 'active' | 'superseded' | 'failed' | 'dropped';

interface Entry extends PlannedLoad {
  loadId: number;
  run: number;
  status: Status;
  finished?: FinishedLoad;
  supersededAt?: Date;
}

// One engine serves all test files of a process, so load numbers must not repeat among books.
let lastLoadId = 0;

/** A load book without a database, for tests of the data path alone. */
export class MemoryLoadBook implements LoadBook {
  readonly entries: Entry[] = [];
  #runs = 0;

  constructor(private readonly now: () => Date = () => new Date()) {}

  async isCurrent(integrationToken: string, fingerprint: string): Promise<boolean> {
    const same = this.entries.filter(
      (entry) =>
        entry.integrationToken === integrationToken &&
        entry.fingerprint === fingerprint &&
        (entry.status === 'active' || entry.status === 'superseded'),
    );
    const lastRun = same.filter((entry) => entry.run === same.at(-1)?.run);
    return lastRun.length > 0 && lastRun.every((entry) => entry.status === 'active');
  }

  async activeLoads(
    integrationToken: string,
    partitions: readonly string[],
  ): Promise<ActiveLoad[]> {
    return this.entries.filter(
      (entry) =>
        entry.status === 'active' &&
        entry.integrationToken === integrationToken &&
        partitions.includes(entry.partition),
    );
  }

  async begin(loads: readonly PlannedLoad[]): Promise<number[]> {
    const run = ++this.#runs;
    const begun = loads.map((load) => ({
      ...load,
      loadId: ++lastLoadId,
      run,
      status: 'running' as const,
    }));
    this.entries.push(...begun);
    return begun.map((entry) => entry.loadId);
  }

  async activate(loads: readonly FinishedLoad[], supersedes: readonly number[]): Promise<void> {
    for (const finished of loads) {
      Object.assign(this.#entry(finished.loadId), { status: 'active', finished });
    }
    for (const loadId of supersedes) {
      Object.assign(this.#entry(loadId), { status: 'superseded', supersededAt: this.now() });
    }
  }

  async fail(loadIds: readonly number[]): Promise<void> {
    for (const loadId of loadIds) this.#entry(loadId).status = 'failed';
  }

  async abandoned(): Promise<number[]> {
    return this.#ids((entry) => entry.status === 'running' || entry.status === 'failed');
  }

  async supersededBefore(moment: Date): Promise<number[]> {
    return this.#ids(
      (entry) =>
        entry.supersededAt !== undefined &&
        entry.status === 'superseded' &&
        entry.supersededAt < moment,
    );
  }

  async dropped(loadIds: readonly number[]): Promise<void> {
    for (const loadId of loadIds) this.#entry(loadId).status = 'dropped';
  }

  /** Numbers of the loads that queries may see. */
  active(): number[] {
    return this.#ids((entry) => entry.status === 'active');
  }

  #ids(wanted: (entry: Entry) => boolean): number[] {
    return this.entries.filter(wanted).map((entry) => entry.loadId);
  }

  #entry(loadId: number): Entry {
    const entry = this.entries.find((candidate) => candidate.loadId === loadId);
    if (entry === undefined) throw new Error(`no load ${loadId}`);
    return entry;
  }
}
