import { ImportError } from '../../intake/ingest/index.js';
import { missingFields } from './flow-log-fields.js';

/** Refuses logs that lack fields, with the names of what is missing. */
export function requireSupported(fileName: string, fields: readonly string[]): void {
  if (fields.includes('tgw-id')) {
    throw new ImportError(
      `UNSUPPORTED LOG FORMAT: ${fileName} is a flow log of a transit gateway; logs of VPCs, subnets and interfaces can be imported.`,
    );
  }
  const missing = missingFields(fields);
  if (missing.length > 0) {
    throw new ImportError(
      `UNSUPPORTED LOG FORMAT: ${fileName} lacks the fields ${missing.join(', ')}; create the flow log with a custom format that has them.`,
    );
  }
}
