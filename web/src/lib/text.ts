import { formatNumber } from './money.js';

const token = '(?:[a-z]+_)+[0-9a-f]{16}';
const tokens = new RegExp(`(?:: \\w+)? ${token}\\b| \\(${token}\\)`, 'g');

/** A message for people, without the tokens that programs need: `the integration AWS (accss_crdntl_…)`. */
export const withoutTokens = (message: string): string => message.replaceAll(tokens, '');

/** `last month` → `Last month` */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `1,234 rows`, `1 row` */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
