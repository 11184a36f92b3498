import { CsvError } from '../../../platform/lib/csv.js';
import { ImportError } from '../ingest/index.js';
import type { DataFileContext, DataFileReport } from './data-file.js';
import type { FoundDataFile } from './find-data-files.js';

/** What became of one data file. */
interface StoredDataFile {
  name: string;
  /** `aws_config`. */
  format: string;
  /** `AWS Config snapshot`. */
  title: string;
  report: DataFileReport;
}

const maxWarnings = 100;

/** Stores a data file in its integration. Errors of the reader that the user can fix are `ImportError`s. */
export async function storeDataFile(
  { format, file }: Pick<FoundDataFile, 'format' | 'file'>,
  ctx: DataFileContext,
): Promise<StoredDataFile> {
  if (ctx.signal?.aborted) throw new ImportError('Import cancelled.');
  const storing = format.store(file, ctx).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${file.name} cannot be read: ${error.message}.`, [], { cause: error });
  });
  const { warnings, ...report } = await ctx.services.importer.track(storing);
  return {
    name: file.name,
    format: format.name,
    title: format.title,
    report: { ...report, warnings: warnings.slice(0, maxWarnings) },
  };
}

/** The report of a data file in lines, the first about the file as a whole. */
export function dataFileLines({ name, title, report }: StoredDataFile): string[] {
  const counts = `${report.rowsRead} rows read, ${report.rowsStored} stored`;
  return [`${name}: ${title}, ${counts}.`, ...report.warnings.map((warning) => `  ${warning}`)];
}

/** Data files do not say whose they are, unlike bills. */
export const needsIntegration = (name: string, title: string) =>
  `${name} is a file of the kind ${title}; specify the integration that it belongs to.`;
