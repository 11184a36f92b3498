/** The days that a cost can be dated. */
export const storableDays = { first: '1970-01-01', last: '2105-12-31' };

export const isStorableDay = (day: string): boolean =>
  day >= storableDays.first && day <= storableDays.last;

/** Amounts are below it, so that sums over any number of months can be stored. */
export const amountLimit = '1000000000000000';

/** Ten thousand times the cost. */
export const largestPercentage = '1000000';
