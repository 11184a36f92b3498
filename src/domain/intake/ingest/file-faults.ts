import { ImportError } from './import-error.js';
import type { Compression, Content } from './source-file.js';

/** What people call a file of a type. */
const typeNames = {
  gzip: 'gzip file',
  zstd: 'zstd file',
  zip: 'zip archive',
  parquet: 'Parquet file',
  json: 'JSON file',
  csv: 'CSV file',
  lines: 'text file',
};

export const damagedFile = (name: string, type: keyof typeof typeNames, cause?: unknown) =>
  new ImportError(`${name} ${damageOf(type)}`, [], { cause });

/** The predicate of the sentence, for errors that name more than one file. */
export const damageOf = (type: keyof typeof typeNames) =>
  `is a damaged or truncated ${typeNames[type]}; download it again.`;

/** What a file must be whole as: the compressed file, or what it is without compression. */
export const outerType = (file: { compression: Compression; content: Content }) =>
  file.compression === 'none' ? file.content : file.compression;

export const emptyFile = (name: string) =>
  new ImportError(`${name} is empty; download or export it again.`);

export const spreadsheet = (name: string) =>
  new ImportError(`${name} is a spreadsheet; save it as CSV and import that file.`);

export const jsonNotInLines = (name: string, cause?: unknown) =>
  new ImportError(
    `${name} is JSON, but not one object per line; export the bill as JSON lines, CSV or Parquet.`,
    [],
    { cause },
  );

const webPage = 'is a web page, such as a log-in page that was saved instead of the file';

/** Documents that are imported by mistake, by how they begin; a byte-order mark does not matter. */
const documents: readonly [RegExp, (name: string) => ImportError][] = [
  [/^%PDF-/, (name) => new ImportError(`${name} is a PDF; export the bill as CSV or Parquet.`)],
  // D0 CF 11 E0: workbooks of Excel before 2007.
  [/^\xd0\xcf[^ -~]\xe0/, spreadsheet],
  [
    /^\s*(<!--|<!doctype html|<(html|head|body|script|title)\b)/i,
    (name) => new ImportError(`${name} ${webPage}; log in and download it again.`),
  ],
  [
    /^\s*<(\?xml\b|Error>)/,
    (name) =>
      new ImportError(
        `${name} is XML, such as the error message of a bucket; download the bill as CSV or Parquet.`,
      ),
  ],
];

/** Throws when the first bytes are those of a document that no bill is stored as. */
export function refuseDocument(name: string, head: Buffer): void {
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const found = documents.find(([start]) => start.test(text));
  if (found) throw found[1](name);
}

/** In text, at most a stray character; a file of zeros or of numbers in binary has many. */
const maxControlShare = 1 / 20;

/** Throws when the first bytes are not text: then the extension is all that tells what the file was. */
export function refuseBinary(name: string, head: Buffer): void {
  const controls = head.filter((byte) => isControl(byte)).length;
  if (controls <= head.length * maxControlShare) return;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = typesByExtension[extension];
  if (type) throw damagedFile(name, type);
  throw new ImportError(
    `${name} is not text, Parquet, gzip, zstd or zip; export the bill as CSV or Parquet.`,
  );
}

/** Tab, line feed and carriage return are text; 0x01 separates the columns of some exports. */
const isControl = (byte: number) => byte < 0x20 && ![0x01, 0x09, 0x0a, 0x0d].includes(byte);

const typesByExtension: Record<string, keyof typeof typeNames> = {
  parquet: 'parquet',
  gz: 'gzip',
  zst: 'zstd',
  zip: 'zip',
};
