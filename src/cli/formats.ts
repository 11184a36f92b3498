const twoDigits = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `1,234.50`. Intl formats decimal texts exactly, but its type only accepts numbers. */
export const formatMoney = (amount: string) => twoDigits.format(amount as unknown as number);

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthOf = (text: string) => months[Number(text.slice(5, 7)) - 1]!;

/** `10 Mar` */
export const formatShortDay = (text: string) => `${Number(text.slice(8, 10))} ${monthOf(text)}`;

/** `10 Mar 2026` */
export const formatDay = (text: string) => `${formatShortDay(text)} ${text.slice(0, 4)}`;

/** `Mar 2026` */
export const formatMonth = (text: string) => `${monthOf(text)} ${text.slice(0, 4)}`;
