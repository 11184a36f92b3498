import { counter, longDuration } from '../../../platform/telemetry/metric.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { type Tracing, inSpan } from '../../../platform/telemetry/tracing.js';
import type { ImportResult } from './import-costs.js';

/** How the files of an import came here: sent by someone, from a location of that scheme, or made here. */
export type ImportOrigin = 'upload' | 'file' | 's3' | 'gs' | 'az' | 'cluster' | 'demo';

const importsTotal = counter({
  name: 'farthing_imports_total',
  help: 'Imports of bills, by their outcome: committed, skipped or failed.',
  labels: ['source', 'status'],
});

const importSeconds = longDuration({
  name: 'farthing_import_seconds',
  help: 'Duration of imports of bills.',
  labels: ['source'],
});

const importLines = counter({
  name: 'farthing_import_lines_total',
  help: 'Cost lines that committed imports have stored.',
  labels: ['source'],
});

const importBytes = counter({
  name: 'farthing_import_bytes_total',
  help: 'Size of the files of committed imports.',
  labels: ['source'],
});

export const importMetrics = [importsTotal, importSeconds, importLines, importBytes];

/** Counts and times an import. */
export async function measureImport(
  metrics: Metrics,
  { bytes, source }: { bytes: number; source: ImportOrigin },
  work: () => Promise<ImportResult>,
): Promise<ImportResult> {
  const started = performance.now();
  let status: ImportResult['status'] | 'failed' = 'failed';
  try {
    const result = await work();
    status = result.status;
    if (result.status === 'committed') {
      const lines = result.loads.reduce((sum, load) => sum + load.lines, 0);
      metrics.add(importLines, { source }, lines);
      metrics.add(importBytes, { source }, bytes);
    }
    return result;
  } finally {
    metrics.add(importsTotal, { source, status });
    metrics.observe(importSeconds, { source }, (performance.now() - started) / 1000);
  }
}

/** Runs an import as a span. */
export function traceImport(
  tracing: Tracing | undefined,
  { source, files, bytes }: { source: ImportOrigin; files: number; bytes: number },
  work: () => Promise<ImportResult>,
): Promise<ImportResult> {
  const attributes = {
    'farthing.import.source': source,
    'farthing.import.files': files,
    'farthing.import.bytes': bytes,
  };
  return inSpan(tracing, { name: 'import', attributes }, async (set) => {
    const result = await work();
    set({ 'farthing.import.status': result.status });
    return result;
  });
}
