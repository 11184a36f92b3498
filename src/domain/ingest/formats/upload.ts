import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import type { Format } from '../format.js';
import { awsCur, awsCur2 } from './aws-cur.js';
import { azure } from './azure.js';
import { customCsv, customCsvTransformed, maxUploadRows } from './custom-csv.js';
import { gcp } from './gcp.js';
import { oci } from './oci.js';

/** A provider's export handed in as costs of a custom provider: one file, one load, held to the rules of uploads. */
function asUpload(format: Format): Format {
  return {
    ...format,
    provider: undefined,
    carry: undefined,
    strict: { missing: () => [], maxRows: maxUploadRows },
    map: (source, context) => {
      const mapping = format.map(source, context);
      const provider = literal(context.provider);
      return { ...mapping, columns: { ...mapping.columns, provider }, partition: 'source_file' };
    },
  };
}

// FOCUS is missing on purpose: what people upload is a part of it and must be told apart by its faults.
const convertible = [awsCur2, awsCur, gcp, oci, azure].map(asUpload);

/** The formats an upload may have, in the order they are tried. */
export const uploadFormats = (autoTransform: boolean): readonly Format[] =>
  autoTransform ? [...convertible, customCsvTransformed] : [customCsv];
