type Numbers = ArrayLike<number> & Iterable<number>;

export function sum(numbers: Numbers): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

export const mean = (numbers: Numbers) =>
  numbers.length === 0 ? 0 : sum(numbers) / numbers.length;

export const median = (numbers: Numbers) => quantile(numbers, 0.5);

/** Between the two nearest values in proportion; 0 of none. */
export function quantile(numbers: Numbers, share: number): number {
  if (numbers.length === 0) return 0;
  const sorted = Float64Array.from(numbers).toSorted();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
}

/** Robust standard deviation: what the median distance from the median is for normal noise. */
export function spread(numbers: Numbers): number {
  const middle = median(numbers);
  return 1.4826 * median(Float64Array.from(numbers, (number) => Math.abs(number - middle)));
}

/** Median of the slopes between all pairs: a trend that single values cannot bend. */
export function medianSlope(numbers: ArrayLike<number>): number {
  const slopes: number[] = [];
  for (let later = 1; later < numbers.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      slopes.push((numbers[later]! - numbers[earlier]!) / (later - earlier));
    }
  }
  return median(slopes);
}
