import { createHash } from 'node:crypto';
import { Decimal } from '../../../platform/lib/decimal.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { detectFormat } from './detect-format.js';
import { dropLoads } from './drop-loads.js';
import type { Format, FormatContext } from './format.js';
import { ImportError } from './import-error.js';
import { maxSum, tooManyRejected } from './limits.js';
import type { ActiveLoad, FinishedLoad, ImportWarning, LoadStore } from './load-store.js';
import { type InputFile, openFiles } from './open-files.js';
import { type ImportPlan, type ImportSource, planImport } from './plan-import.js';
import type { OnProgress } from './progress.js';
import { readExchangeRates } from './read-exchange-rates.js';
import { describeFaults, rejectedRowsError } from './rejected-rows.js';
import { type RetainedPartition, retainedTotals } from './retained-lines.js';
import type { SourceFile } from './source-file.js';
import { storeLines } from './store-lines.js';
import { withSourceTables } from './with-source-tables.js';

export interface ImportEnvironment {
  store: CostStore;
  loadStore: LoadStore;
  formats: readonly Format[];
  /** Folder for decompressed copies; an import deletes its copies when it ends. */
  workFolder: string;
  /** Current day, `YYYY-MM-DD`. */
  today: string;
  onProgress?: OnProgress;
  /** Cancels the import; nothing changes unless its loads are already active. */
  signal?: AbortSignal;
}

export interface ImportRequest {
  integrationToken: string;
  /** Provider of the integration, used if the rows do not name one. */
  provider: string;
  files: readonly InputFile[];
  /** Name of the report or export the files belong to; files only replace files of the same report. */
  reportName?: string;
  /** Orders versions of the same data, as an ISO time. */
  sourceVersion?: string;
  /** First day of the month whose files these are, all of them: without rows, the month has no costs. */
  billingPeriod?: string;
  /** Imports even if the same files are already active: two uploads of the same bytes are two uploads. */
  always?: boolean;
}

export type ImportResult =
  | { status: 'skipped' }
  | { status: 'committed'; format: string; loads: FinishedLoad[] };

/**
 * Imports a set of billing files. Either all of it becomes visible at once, replacing the last
 * version of exactly the partitions it contains, or nothing changes and an `ImportError` is thrown.
 */
export function importCosts(
  environment: ImportEnvironment,
  request: ImportRequest,
): Promise<ImportResult> {
  return withTemporaryFolder(environment.workFolder, 'import-', async (folder) => {
    const files = await openFiles(request.files, folder);
    const fingerprint = fingerprintOf(files);
    const { loadStore, store, formats } = environment;
    if (!request.always && (await loadStore.isCurrent(request.integrationToken, fingerprint))) {
      return { status: 'skipped' };
    }
    const detected = await detectFormat(store, files, formats);
    requireSameProvider(detected.format, request.provider);
    return withSourceTables(store, detected.groups, environment, (groups, onProgress) =>
      replacePartitions(
        { ...environment, onProgress },
        request,
        { format: detected.format, groups },
        fingerprint,
      ),
    );
  });
}

function fingerprintOf(files: readonly SourceFile[]): string {
  const hashes = files.map((file) => file.fingerprint).toSorted();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

async function replacePartitions(
  { store, loadStore, today, onProgress, signal }: ImportEnvironment,
  request: ImportRequest,
  source: ImportSource,
  fingerprint: string,
): Promise<ImportResult> {
  const { integrationToken, provider, sourceVersion } = request;
  const { format } = source;
  const context = { integrationToken, provider, today, retainedPartitions: [] };
  const firstPlan = await planImport(store, source, context);
  if (firstPlan.rows === 0 && request.billingPeriod !== undefined) {
    return commitEmptyMonth(loadStore, request, request.billingPeriod, {
      format,
      today,
      fingerprint,
      warnings: firstPlan.warnings,
    });
  }
  await requireImportable(store, format, firstPlan);

  const partitions = [...new Set(firstPlan.totals.map((total) => total.partition))];
  const keyOf = (partition: string) => partitionKey(format, request.reportName, partition);
  const replaced = await loadStore.activeLoads(integrationToken, partitions.map(keyOf));
  if (replaced.some((load) => isNewer(load.sourceVersion, sourceVersion))) {
    return { status: 'skipped' };
  }
  const { plan, retained } = await planRetainedLines(
    store,
    source,
    context,
    firstPlan,
    (partition) => replaced.filter((load) => load.partition === keyOf(partition)),
  );

  requireNotCancelled(signal);
  const loadIds = await loadStore.begin(
    partitions.map((partition) => ({
      integrationToken,
      partition: keyOf(partition),
      partitionPrefix: keyOf(''),
      payers: payersOf(plan, partition),
      format: format.name,
      fingerprint,
      sourceVersion,
    })),
  );
  try {
    const loads = new Map(partitions.map((partition, index) => [partition, loadIds[index] ?? 0]));
    const target = { integrationToken, format, loads, retained };
    const finished = await storeLines(store, plan, target, onProgress);
    requireNotCancelled(signal);
    const supersedes = replaced.map((load) => load.loadId);
    await loadStore.activate(finished, supersedes, await readExchangeRates(store, plan.groups));
    return { status: 'committed', format: format.name, loads: finished };
  } catch (error) {
    await loadStore.markFailed(loadIds, error instanceof Error ? error.message : String(error));
    // If the store is gone, the clean-up job drops them later.
    await dropLoads(store, loadIds).catch(() => undefined);
    throw error;
  }
}

/** Replaces a month by one without costs, unless the month is closed and had costs. */
async function commitEmptyMonth(
  loadStore: LoadStore,
  { integrationToken, reportName, sourceVersion }: ImportRequest,
  month: string,
  {
    format,
    today,
    fingerprint,
    warnings,
  }: { format: Format; today: string; fingerprint: string; warnings: ImportWarning[] },
): Promise<ImportResult> {
  const prefix = partitionKey(format, reportName, '');
  const replaced = await loadStore.activeLoadsOfMonth(integrationToken, prefix, month);
  if (replaced.some((load) => isNewer(load.sourceVersion, sourceVersion))) {
    return { status: 'skipped' };
  }
  if (month.slice(0, 7) < today.slice(0, 7) && replaced.some(({ lines }) => lines > 0)) {
    throw new ImportError(
      `The new version of ${month.slice(0, 7)} has no rows, but the month is over and has costs. They were not changed.`,
    );
  }
  const [loadId = 0] = await loadStore.begin([
    {
      integrationToken,
      partition: partitionKey(format, reportName, month),
      partitionPrefix: prefix,
      payers: [],
      format: format.name,
      // Files without rows are the same in every month.
      fingerprint: `${fingerprint} ${month}`,
      sourceVersion,
    },
  ]);
  const load = { ...emptyLoad, loadId, firstDate: month, lastDate: month, warnings };
  const supersedes = replaced.map((each) => each.loadId);
  try {
    await loadStore.activate([load], supersedes, []);
  } catch (error) {
    await loadStore.markFailed([loadId], error instanceof Error ? error.message : String(error));
    throw error;
  }
  return { status: 'committed', format: format.name, loads: [load] };
}

const emptyLoad: Omit<FinishedLoad, 'loadId' | 'firstDate' | 'lastDate' | 'warnings'> = {
  rowsRead: 0,
  rowsStored: 0,
  rowsRejected: 0,
  rowsRepeated: 0,
  rejectedTotals: [],
  lines: 0,
  totals: [],
  months: [],
  estimated: true,
  leftOutTagKeys: [],
};

function payersOf(plan: ImportPlan, partition: string): string[] {
  const totals = plan.totals.filter((total) => total.partition === partition);
  return [...new Set(totals.flatMap((total) => total.payers))];
}

function requireNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportError('Import cancelled.');
}

/** The providers of integrations that take the exports of a provider; resellers deliver them, too. */
export function integrationProviders(formatProvider: string | undefined): string[] {
  if (formatProvider === undefined) return [];
  const resellers = formatProvider === 'azure' ? ['azure_csp'] : [];
  return [formatProvider, ...resellers, 'custom_provider'];
}

/** An integration for one provider accepts no bills of another; FOCUS is written by all providers. */
function requireSameProvider(format: Format, provider: string): void {
  if (format.provider === undefined) return;
  if (integrationProviders(format.provider).includes(provider)) return;
  throw new ImportError(
    `The file has the format ${format.title}, but the integration is for ${provider}.`,
  );
}

/** Identifies a partition among the loads of an integration; two reports do not replace each other. */
function partitionKey(format: Format, reportName: string | undefined, partition: string): string {
  return [format.name, reportName ?? '', partition].join('/');
}

function isNewer(activeVersion: string | undefined, newVersion: string | undefined): boolean {
  return activeVersion !== undefined && newVersion !== undefined && activeVersion > newVersion;
}

/** Sums that do not fit into the stored type would wrap around without an error. */
function requireFittingSums({ totals }: ImportPlan): void {
  for (const kind of ['cost', 'usage'] as const) {
    const sum = totals.reduce((all, { magnitude }) => all.plus(magnitude[kind]), new Decimal(0));
    if (sum.lte(maxSum[kind])) continue;
    const amounts = kind === 'cost' ? 'costs' : 'usage amounts';
    throw new ImportError(
      `The ${amounts} add up to ${sum.toFixed(0)}; sums beyond ${maxSum[kind].toFixed()} cannot be stored exactly.`,
    );
  }
}

async function requireImportable(
  store: CostStore,
  format: Format,
  plan: ImportPlan,
): Promise<void> {
  if (plan.rows === 0) throw new ImportError('The file has a header but no rows.');
  requireFittingSums(plan);
  const { strict } = format;
  if (strict !== undefined && plan.rows > strict.maxRows) {
    throw new ImportError(`The file has ${plan.rows} rows; at most ${strict.maxRows} are allowed.`);
  }
  if (strict === undefined ? tooManyRejected(plan.rejected, plan.rows) : plan.rejected > 0) {
    const readable =
      plan.rejected === plan.rows
        ? 'No row of the file can be read'
        : `${plan.rejected} of ${plan.rows} rows cannot be read`;
    throw rejectedRowsError(readable, await describeFaults(store, plan.groups));
  }
}

/** Plans again if lines of the replaced version are retained, because they change how the rows are mapped. */
async function planRetainedLines(
  store: CostStore,
  source: ImportSource,
  context: Omit<FormatContext, 'facts' | 'groupFacts'>,
  plan: ImportPlan,
  replacedLoads: (partition: string) => ActiveLoad[],
): Promise<{ plan: ImportPlan; retained: RetainedPartition[] }> {
  const lines = source.format.retain?.(plan.facts);
  if (lines === undefined) return { plan, retained: [] };
  const partitions = [...new Set(plan.totals.map((total) => total.partition))];
  const sources = partitions.flatMap((partition) =>
    replacedLoads(partition).map(({ loadId }) => ({ partition, fromLoad: loadId })),
  );
  const totals = await retainedTotals(store, lines, sources);
  const retainedPartitions = [...new Set(totals.map((total) => total.partition))];
  if (retainedPartitions.length === 0) return { plan, retained: [] };
  const newPlan = await planImport(store, source, { ...context, retainedPartitions });
  return {
    plan: { ...newPlan, totals: [...newPlan.totals, ...totals] },
    retained: sources.filter(({ partition }) => retainedPartitions.includes(partition)),
  };
}
