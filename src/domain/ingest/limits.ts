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

/** Whether a provider's file has so many rejected rows that the whole file is rejected. */
export function tooManyRejected(rejected: number, rows: number): boolean {
  return rejected > Math.max(10, rows * 0.001) || rejected > rows / 2;
}
