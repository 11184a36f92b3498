import { sql } from '../../../../platform/store/sql.js';
import type { Format } from '../format.js';
import { awsCur, awsCur2 } from './aws-cur.js';
import { azure } from './azure.js';
import { customCsv, customCsvTransformed, maxUploadRows } from './custom-csv.js';
import { gcp } from './gcp.js';
import { oci } from './oci.js';

/** A provider's export that is uploaded as costs of a custom provider: one file, one load, strictly validated. */
function asUpload(format: Format): Format {
  return {
    ...format,
    provider: undefined,
    retain: undefined,
    strict: { missingColumns: () => [], maxRows: maxUploadRows },
    map: (source, context) => {
      const mapping = format.map(source, context);
      const provider = sql.literal(context.provider);
      return { ...mapping, columns: { ...mapping.columns, provider }, partition: sql`source_file` };
    },
  };
}

// FOCUS is left out on purpose: uploads are a subset of it, and customCsv reports their faults.
const uploadableExports = [awsCur2, awsCur, gcp, oci, azure].map(asUpload);

/** Formats that an upload may have, in the order in which they are matched. */
export const uploadFormats = (autoTransform: boolean): readonly Format[] =>
  autoTransform ? [...uploadableExports, customCsvTransformed] : [customCsv];
