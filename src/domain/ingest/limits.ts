const maxExpansion = 200;
const maxExpandedBytes = 100 * 1024 ** 3;
/** Small files may expand freely: a few hundred bytes of packing say nothing about intent. */
const alwaysAllowedBytes = 1024 ** 2;

/** How large a packed file may become. */
export function expandedLimit(packedBytes: number): number {
  return Math.min(maxExpandedBytes, Math.max(alwaysAllowedBytes, packedBytes * maxExpansion));
}

/** How many refused rows a provider's file may have before it is refused as a whole. */
export function tooManyRejected(rejected: number, rows: number): boolean {
  return rejected > Math.max(10, rows * 0.001) || rejected > rows / 2;
}
