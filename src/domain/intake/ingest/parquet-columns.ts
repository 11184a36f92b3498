import { type SchemaElement, parquetMetadata } from 'hyparquet';
import { quoteName } from '../../../platform/store/sql.js';
import { readParquetFooter } from './parquet-footer.js';
import type { StoredColumn } from './stored-column.js';

/**
 * Reads the columns of a Parquet file from its footer, with the types that ClickHouse infers for them,
 * for files that a ClickHouse server cannot open.
 */
export async function readParquetColumns(path: string): Promise<StoredColumn[]> {
  const { schema } = await readParquetFooter(path);
  const [root, ...elements] = parseSchema(schema);
  return new SchemaReader(elements).fields(root?.num_children ?? 0);
}

/** Parses a footer with no more than the schema: parsing all row groups would block the process for seconds. */
function parseSchema(schema: Buffer): SchemaElement[] {
  const schemaField = 0x29;
  const noRows = [0x16, 0, 0x19, 0x0c, 0];
  const end = Buffer.alloc(8, 'PAR1');
  end.writeUInt32LE(1 + schema.length + noRows.length);
  const footer = Buffer.concat([Buffer.of(schemaField), schema, Buffer.from(noRows), end]);
  return parquetMetadata(footer, { geoparquet: false }).schema;
}

/** Reads the schema of a file, which lists its tree of columns depth first. */
class SchemaReader {
  #next = 0;

  constructor(private readonly elements: readonly SchemaElement[]) {}

  /** The next columns, with everything below them. */
  fields(count: number): StoredColumn[] {
    return Array.from({ length: count }, () => {
      const element = this.#read();
      return { name: element.name, type: this.#typeOf(element) };
    });
  }

  #read(): SchemaElement {
    const element = this.elements[this.#next];
    if (element === undefined) throw new Error('The schema of the file is incomplete.');
    this.#next += 1;
    return element;
  }

  #typeOf(element: SchemaElement): string {
    const type = this.#singleType(element);
    // A repeated column that is not part of a list or map.
    return element.repetition_type === 'REPEATED' ? `Array(${type})` : type;
  }

  #singleType(element: SchemaElement): string {
    if (element.type !== undefined) {
      const type = primitiveType(element);
      return element.repetition_type === 'OPTIONAL' ? `Nullable(${type})` : type;
    }
    if (isList(element)) return `Array(${this.#elementType()})`;
    if (isMap(element)) {
      const [key, value] = this.fields(this.#read().num_children ?? 0);
      return `Map(${key?.type ?? 'String'}, ${value?.type ?? 'String'})`;
    }
    return tupleType(this.fields(element.num_children ?? 0));
  }

  /** Lists have a repeated group around their element; old writers repeat the element itself. */
  #elementType(): string {
    const repeated = this.#read();
    if (repeated.type !== undefined) return primitiveType(repeated);
    const fields = this.fields(repeated.num_children ?? 0);
    const [only, ...others] = fields;
    const isElement = others.length > 0 || repeated.name === 'array';
    return isElement || only === undefined ? tupleType(fields) : only.type;
  }
}

function tupleType(fields: readonly StoredColumn[]): string {
  return `Tuple(${fields.map(({ name, type }) => `${fieldName(name)} ${type}`).join(', ')})`;
}

const fieldName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoteName(name));

const isList = ({ converted_type, logical_type }: SchemaElement) =>
  converted_type === 'LIST' || logical_type?.type === 'LIST';

const isMap = ({ converted_type, logical_type }: SchemaElement) =>
  ['MAP', 'MAP_KEY_VALUE'].includes(converted_type ?? '') || logical_type?.type === 'MAP';

const plainTypes: Record<string, string> = {
  BOOLEAN: 'Bool',
  INT32: 'Int32',
  INT64: 'Int64',
  INT96: "DateTime64(9, 'UTC')",
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  BYTE_ARRAY: 'String',
};

const convertedTypes: Record<string, string> = {
  UTF8: 'String',
  ENUM: 'String',
  BSON: 'String',
  JSON: 'JSON',
  DATE: 'Date32',
  TIME_MILLIS: "DateTime64(3, 'UTC')",
  TIME_MICROS: "DateTime64(6, 'UTC')",
  TIMESTAMP_MILLIS: "DateTime64(3, 'UTC')",
  TIMESTAMP_MICROS: "DateTime64(6, 'UTC')",
  ...Object.fromEntries(
    [8, 16, 32, 64].flatMap((bits) => [
      [`INT_${bits}`, `Int${bits}`],
      [`UINT_${bits}`, `UInt${bits}`],
    ]),
  ),
};

const secondDigits = { MILLIS: 3, MICROS: 6, NANOS: 9 };

function primitiveType(element: SchemaElement): string {
  const { type, type_length, converted_type, logical_type } = element;
  if (converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL') {
    const { precision = 0, scale = 0 } = logical_type?.type === 'DECIMAL' ? logical_type : element;
    return `Decimal(${precision}, ${scale})`;
  }
  switch (logical_type?.type) {
    case 'TIMESTAMP':
    case 'TIME':
      return `DateTime64(${secondDigits[logical_type.unit]}, 'UTC')`;
    case 'INTEGER':
      return `${logical_type.isSigned ? '' : 'U'}Int${logical_type.bitWidth}`;
    case 'DATE':
      return 'Date32';
    case 'UUID':
      return 'UUID';
    case 'JSON':
      return 'JSON';
    case 'FLOAT16':
      return 'Float32';
    default:
  }
  const converted = convertedTypes[converted_type ?? ''] ?? plainTypes[type ?? ''];
  return converted ?? `FixedString(${type_length ?? 1})`;
}
