import { z } from 'zod';

const bound = (side: 'Lower' | 'Upper') =>
  z
    .string()
    .nullable()
    .describe(`${side} bound of the 80 % prediction interval; null for planned forecasts.`);

/** The prediction interval of an amount that is forecast. */
export const intervalFields = { lower_amount: bound('Lower'), upper_amount: bound('Upper') };
