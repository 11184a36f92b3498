type Part = 'year' | 'month' | 'day';

/** `['day', 'month', 'year']` in most locales, `['month', 'day', 'year']` in the United States. */
const orderOf = (locale: string | undefined): Part[] =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(new Date(0))
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));

/**
 * A typed day as ISO text: `2026-03-10`, or `10.3.2026`, `3/10/26` and the like in the order of the
 * locale. Undefined for anything else and for days that do not exist.
 */
export function parseDay(text: string, locale?: string): string | undefined {
  const numbers = /^\s*(\d+)\s*[-./\s]\s*(\d+)\s*[-./\s]\s*(\d+)\s*\.?\s*$/.exec(text)?.slice(1);
  if (!numbers) return undefined;
  const order: Part[] = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : orderOf(locale);
  const part = (name: Part) => numbers[order.indexOf(name)]!;
  const year = part('year').length === 2 ? `20${part('year')}` : part('year');
  const day = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return exists && year.length === 4 ? day : undefined;
}

/** How a day is typed in the locale, such as `DD/MM/YYYY`. */
export function dayPattern(locale?: string): string {
  const letters = { year: 'YYYY', month: 'MM', day: 'DD' };
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(new Date(0))
    .map(({ type, value }) => letters[type as Part] ?? value)
    .join('');
}
