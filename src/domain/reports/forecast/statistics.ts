type Numbers = ArrayLike<number> & Iterable<number>;

/** 0 for no numbers. */
export function sum(numbers: Numbers): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** 0 for no numbers. */
export const mean = (numbers: Numbers) =>
  numbers.length === 0 ? 0 : sum(numbers) / numbers.length;

/** 0 for no numbers. */
export const median = (numbers: Numbers) => quantile(numbers, 0.5);

/** Interpolates linearly between the two nearest values; 0 for no numbers. */
export function quantile(numbers: Numbers, probability: number): number {
  if (numbers.length === 0) return 0;
  const sorted = Float64Array.from(numbers).toSorted();
  const position = probability * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}

/** Robust standard deviation: the median absolute deviation, scaled to match normal noise. */
export function robustDeviation(numbers: Numbers): number {
  const middle = median(numbers);
  return 1.4826 * median(Float64Array.from(numbers, (number) => Math.abs(number - middle)));
}

/** Theil–Sen slope: the median of the slopes between all pairs, robust against outliers. */
export function medianSlope(numbers: ArrayLike<number>): number {
  const slopes: number[] = [];
  for (let later = 1; later < numbers.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      slopes.push((numbers[later]! - numbers[earlier]!) / (later - earlier));
    }
  }
  return median(slopes);
}
