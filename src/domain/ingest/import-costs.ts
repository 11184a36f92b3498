import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { dropLoads } from './drop-loads.js';
import { carriedTotals, type CarriedPartition } from './carry.js';
import type { Format, FormatContext } from './format.js';
import { ImportError } from './import-error.js';
import { tooManyRejected } from './limits.js';
import type { ActiveLoad, FinishedLoad, LoadBook } from './load-book.js';
import { openFiles, type OfferedFile } from './open-files.js';
import { planImport, type ImportPlan } from './plan.js';
import type { OnProgress } from './progress.js';
import { recognise, type Recognised } from './recognise.js';
import { describeFaults } from './rejected.js';
import type { SourceFile } from './source-file.js';
import { storeLines } from './store-lines.js';

export interface ImportEnvironment {
  store: CostStore;
  book: LoadBook;
  formats: readonly Format[];
  /** Folder for unpacked copies; what an import puts there is gone when it ends. */
  workFolder: string;
  /** Current day, `YYYY-MM-DD`. */
  today: string;
  onProgress?: OnProgress;
  /** Calls the import off; nothing changes unless its loads are active already. */
  signal?: AbortSignal;
}

export interface ImportRequest {
  integrationToken: string;
  /** Provider of the integration, used where rows do not name one. */
  provider: string;
  files: readonly OfferedFile[];
  /** Name of the report or export the files belong to; part of what they replace. */
  reportName?: string;
  /** Orders versions of the same data, as an ISO time. */
  sourceVersion?: string;
  /** Imports also what is active already: two uploads of the same bytes are two uploads. */
  always?: boolean;
}

export type ImportResult =
  | { status: 'skipped' }
  | { status: 'committed'; format: string; loads: FinishedLoad[] };

/**
 * Imports a set of billing files. Either all of it becomes visible at once, replacing the last
 * version of exactly the partitions it holds, or nothing changes and an `ImportError` says why.
 */
export async function importCosts(
  environment: ImportEnvironment,
  request: ImportRequest,
): Promise<ImportResult> {
  const folder = await mkdtemp(join(environment.workFolder, 'import-'));
  try {
    const files = await openFiles(environment.store, request.files, folder);
    const fingerprint = fingerprintOf(files);
    const { book, store, formats } = environment;
    if (!request.always && (await book.isCurrent(request.integrationToken, fingerprint))) {
      return { status: 'skipped' };
    }
    const recognised = await recognise(store, files, formats);
    refuseOtherProvider(recognised.format, request.provider);
    return await replacePartitions(environment, request, recognised, fingerprint);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fingerprintOf(files: readonly SourceFile[]): string {
  const hashes = files.map((file) => file.fingerprint).toSorted();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

async function replacePartitions(
  { store, book, today, onProgress, signal }: ImportEnvironment,
  request: ImportRequest,
  recognised: Recognised,
  fingerprint: string,
): Promise<ImportResult> {
  const { integrationToken, provider, sourceVersion } = request;
  const { format } = recognised;
  const context = { integrationToken, provider, today, carriedPartitions: [] };
  const first = await planImport(store, recognised, context);
  await refuseBadPlan(store, format, first);

  const partitions = [...new Set(first.totals.map((total) => total.partition))];
  const names = partitions.map((partition) => bookName(format, request.reportName, partition));
  const replaced = await book.activeLoads(integrationToken, names);
  if (replaced.some((load) => isNewer(load.sourceVersion, sourceVersion))) {
    return { status: 'skipped' };
  }
  const { plan, carried } = await planCarrying(store, recognised, context, first, (partition) =>
    replaced.filter((load) => load.partition === bookName(format, request.reportName, partition)),
  );

  refuseCalledOff(signal);
  const loadIds = await book.begin(
    names.map((partition, index) => ({
      integrationToken,
      partition,
      family: bookName(format, request.reportName, ''),
      payers: payersOf(plan, partitions[index]),
      format: format.name,
      fingerprint,
      sourceVersion,
    })),
  );
  try {
    const loads = new Map(partitions.map((partition, index) => [partition, loadIds[index] ?? 0]));
    const target = { integrationToken, format, loads, carried };
    const finished = await storeLines(store, plan, target, onProgress);
    refuseCalledOff(signal);
    await book.activate(
      finished,
      replaced.map((load) => load.loadId),
    );
    return { status: 'committed', format: format.name, loads: finished };
  } catch (error) {
    await book.fail(loadIds, error instanceof Error ? error.message : String(error));
    await dropLoads(store, loadIds);
    throw error;
  }
}

function payersOf(plan: ImportPlan, partition: string | undefined): string[] {
  const own = plan.totals.filter((total) => total.partition === partition);
  return [...new Set(own.flatMap((total) => total.payers))];
}

function refuseCalledOff(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportError('The import was called off.');
}

/** Resellers deliver the exports of the provider itself. */
const kinds: Readonly<Record<string, string>> = { azure_csp: 'azure' };

/** An integration for one provider takes no bill of another; FOCUS is spoken by all. */
function refuseOtherProvider(format: Format, provider: string): void {
  const isOfKind =
    provider === 'custom_provider' || format.provider === (kinds[provider] ?? provider);
  if (format.provider === undefined || isOfKind) return;
  throw new ImportError(
    `The file is of the format ${format.title}, but the integration is for ${provider}.`,
  );
}

/** What a partition is called in the book: two reports of one integration do not replace each other. */
function bookName(format: Format, reportName: string | undefined, partition: string): string {
  return [format.name, reportName ?? '', partition].join('/');
}

function isNewer(active: string | undefined, offered: string | undefined): boolean {
  return active !== undefined && offered !== undefined && active > offered;
}

async function refuseBadPlan(store: CostStore, format: Format, plan: ImportPlan): Promise<void> {
  if (plan.rows === 0) throw new ImportError('The file has a header but no rows.');
  const { strict } = format;
  if (strict !== undefined && plan.rows > strict.maxRows) {
    throw new ImportError(`The file has ${plan.rows} rows; at most ${strict.maxRows} are allowed.`);
  }
  if (strict === undefined ? tooManyRejected(plan.rejected, plan.rows) : plan.rejected > 0) {
    throw new ImportError(
      `${plan.rejected} of ${plan.rows} rows cannot be read.`,
      await describeFaults(store, plan.groups),
    );
  }
}

/** Plans once more when lines of the replaced version stay: the rows then mean something else. */
async function planCarrying(
  store: CostStore,
  recognised: Recognised,
  context: Omit<FormatContext, 'facts' | 'ownFacts'>,
  plan: ImportPlan,
  replacedBy: (partition: string) => ActiveLoad[],
): Promise<{ plan: ImportPlan; carried: CarriedPartition[] }> {
  const lines = recognised.format.carry?.(plan.facts);
  if (lines === undefined) return { plan, carried: [] };
  const partitions = [...new Set(plan.totals.map((total) => total.partition))];
  const sources = partitions.flatMap((partition) =>
    replacedBy(partition).map((load) => ({ partition, from: load.loadId })),
  );
  const totals = await carriedTotals(store, lines, sources);
  const carriedPartitions = [...new Set(totals.map((total) => total.partition))];
  if (carriedPartitions.length === 0) return { plan, carried: [] };
  const again = await planImport(store, recognised, { ...context, carriedPartitions });
  return {
    plan: { ...again, totals: [...again.totals, ...totals] },
    carried: sources.filter(({ partition }) => carriedPartitions.includes(partition)),
  };
}
