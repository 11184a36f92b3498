import { formatRoundedPercent } from '../../lib/money.js';

/** `90.0%` for the text 90.0; a dash for none. */
export const percentOf = (percent: string | null) =>
  percent === null ? '–' : formatRoundedPercent(percent);
