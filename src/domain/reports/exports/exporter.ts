import type { Services } from '../../../platform/kernel/services.js';
import type { ExportTable } from './write-csv-files.js';

export type ExportType = 'cost_report' | 'unit_costs' | 'kubernetes_efficiency_report';

/** Runs the stored requests of one type of export. The same request always returns the same table. */
export interface Exporter {
  read(
    request: Record<string, unknown>,
    context: {
      services: Services;
      /** For temporary files; deleted when the export is done. */
      folder: string;
    },
  ): Promise<ExportTable>;
}
