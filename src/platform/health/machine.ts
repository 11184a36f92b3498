import { totalmem } from 'node:os';
import { readEngineDisks } from '../store/clickhouse/store-facts.js';
import { disk, isNearlyFull } from '../store/disk-space.js';
import { type Check, failed, ok, warning } from './check.js';

const gibibyte = 2 ** 30;
const leastFreeBytes = 5 * gibibyte;
const leastFreeShare = 0.05;

const sizeText = (bytes: number) => `${(bytes / gibibyte).toFixed(1)} GiB`;

/** The data folder, and the disks of a ClickHouse server. What PostgreSQL has left, it does not tell. */
export const diskCheck: Check = {
  name: 'disk',
  title: 'Disk',
  run: async ({ config, costs }) => {
    if (await isNearlyFull(config.data)) {
      return failed(
        `The disk of ${config.data} is nearly full: nothing is written until more is free.`,
        'Free disk space, or move the data folder to a larger disk.',
      );
    }
    const free = await disk.freeBytes(config.data);
    const disks = [
      { name: `of ${config.data}`, free, total: Infinity },
      ...(config.clickhouseUrl ? await readEngineDisks(costs) : []),
    ].filter((each) => Number.isFinite(each.free));
    const isLow = (each: (typeof disks)[number]) =>
      each.free < leastFreeBytes ||
      (Number.isFinite(each.total) && each.free < each.total * leastFreeShare);
    const low = disks.filter(isLow);
    const describe = (each: (typeof disks)[number]) =>
      `${sizeText(each.free)} are free on the disk ${each.name}`;
    if (low.length === 0) {
      return ok(
        disks.length === 0
          ? 'The file system does not tell how much is free.'
          : `${disks.map(describe).join('; ')}.`,
      );
    }
    return warning(
      `Only ${low.map(describe).join('; ')}.`,
      'Free disk space before the next large import; docs/scale.md says how much lines take.',
    );
  },
};

/** Measures the memory; an object, so that tests can fill it. */
export const memory = {
  /** Of the container, where it has a limit, else of the machine. */
  totalBytes: (): number => {
    const limit = process.constrainedMemory();
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  },
  availableBytes: (): number => process.availableMemory(),
};

/** What docs/scale.md asks for, with both engines in the process and without. */
const neededBytes = { embedded: 3.5 * gibibyte, servers: gibibyte };
const leastAvailableBytes = 0.5 * gibibyte;

export const memoryCheck: Check = {
  name: 'memory',
  title: 'Memory',
  run: async ({ config }) => {
    const [total, available] = [memory.totalBytes(), memory.availableBytes()];
    const needed = config.clickhouseUrl ? neededBytes.servers : neededBytes.embedded;
    const found = `${sizeText(available)} of ${sizeText(total)} of memory are available.`;
    if (total < needed) {
      return warning(
        found,
        `Give the server at least ${sizeText(needed)}: large imports and questions may fail otherwise.`,
      );
    }
    if (available < leastAvailableBytes) {
      return warning(
        found,
        'Give the server more memory, or stop what else takes it on this machine.',
      );
    }
    return ok(found);
  },
};
