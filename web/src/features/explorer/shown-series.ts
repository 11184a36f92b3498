import { minus, sumOf } from '../../lib/decimal.js';
import { otherName } from '../../lib/palette.js';
import { maxSeries, type Series } from '../../lib/series.js';

/** The series of the chart without hidden ones. The series of all others loses those of its parts that are hidden. */
export function shownSeries(
  { top, all }: { top: readonly Series[]; all: readonly Series[] },
  hidden: ReadonlySet<string>,
): readonly Series[] {
  if (hidden.size === 0) return top;
  const shown = top.filter(({ name }) => !hidden.has(name));
  if (shown.length === 0) return all.filter(({ name }) => !hidden.has(name)).slice(0, maxSeries);
  const names = new Set(top.map(({ name }) => name));
  const lost = all.filter(({ name }) => hidden.has(name) && !names.has(name));
  if (lost.length === 0) return shown;
  return shown.map((series) => (series.name === otherName ? without(series, lost) : series));
}

const without = ({ name, amounts, total }: Series, lost: readonly Series[]): Series => ({
  name,
  amounts: amounts.map((amount, bin) =>
    minus(amount, sumOf(lost.map((each) => each.amounts[bin] ?? '0'))),
  ),
  total: minus(total, sumOf(lost.map((each) => each.total))),
});
