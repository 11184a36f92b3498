import { totalmem } from 'node:os';
import { Decimal } from '../../../platform/lib/decimal.js';
import { ImportError } from './import-error.js';

const maxExpansionRatio = 200;
const maxExpandedBytes = 100 * 1024 ** 3;
/** Small files may expand beyond the ratio: repetitive content compresses that well without being a bomb. */
const alwaysAllowedBytes = 1024 ** 2;

/** The size that a compressed file may have when decompressed. */
export function maxDecompressedBytes(compressedBytes: number): number {
  return Math.min(
    maxExpandedBytes,
    Math.max(alwaysAllowedBytes, compressedBytes * maxExpansionRatio),
  );
}

const mebibyte = 2 ** 20;

/**
 * The memory in which the engine must read files of this decompressed size. It needs several blocks of
 * rows in several forms, and dictionaries let a file of a few megabytes hold millions of rows.
 */
export function maxReadMemory(decompressedBytes: number): number {
  if (decompressedBytes <= mebibyte) return 1024 * mebibyte;
  return Math.max(4096 * mebibyte, Math.floor(totalmem() / 2));
}

/** The time in which the engine must read files of this decompressed size, at a twentieth of the usual speed. */
export function maxReadSeconds(decompressedBytes: number): number {
  return 120 + 10 * Math.ceil(decompressedBytes / mebibyte);
}

/**
 * What the amounts of an import may add up to, whatever their signs. Stored sums have 20 digits before
 * the point and wrap around beyond that; this leaves room for 100,000 loads. Usage is only added up
 * across loads in a wider type.
 */
export const maxSum = { cost: new Decimal('1e15'), usage: new Decimal('1e19') };

/** Bills have up to a thousand columns. */
export const maxColumns = 5000;

/** The error about a file with more than that. */
export const tooManyColumns = () =>
  new ImportError(
    `The file has more than ${maxColumns} columns; at most ${maxColumns} can be read.`,
  );

/** Whether a provider's file has so many rejected rows that the whole file is rejected. */
export function tooManyRejected(rejected: number, rows: number): boolean {
  return rejected > Math.max(10, rows * 0.001) || rejected > rows / 2;
}
