import type { Services } from '../../platform/kernel/services.js';
import type { ExportTable } from './csv-files.js';

export type ExportType = 'cost_report' | 'unit_costs' | 'kubernetes_efficiency_report';

/** Answers the stored question of one kind of export. The same question gives the same table. */
export interface Exporter {
  read(
    request: Record<string, unknown>,
    tools: {
      services: Services;
      /** For passing use; it is gone when the export is made. */
      folder: string;
    },
  ): Promise<ExportTable>;
}
