import { z } from 'zod';
import { type CostParameters, resolveCostQuery } from '../../domain/reports/cost-reports/index.js';
import { alignBins, type ComparedRanges, readTotalSeries } from '../../domain/costs/query/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { CalendarBin, DateRange } from '../../platform/lib/date-intervals.js';
import { formatDecimal, sumDecimals } from '../../platform/lib/decimal.js';

export const CostComparisonBin = z
  .object({
    start_date: z.string().describe('First of the earlier days that the bin is compared with.'),
    end_date: z.string(),
    amount: z.string().describe('Their costs; in bins of an hour, those of the same hour.'),
  })
  .meta({ id: 'CostComparisonBin' });

type EarlierBin = z.output<typeof CostComparisonBin>;

interface Bins {
  starts: readonly string[];
  bin: CalendarBin;
}

/** The earlier total of every bin; null where no day is compared or costs have not been imported. */
export async function readEarlierBins(
  ctx: Context,
  requested: CostParameters,
  ranges: ComparedRanges,
  covered: DateRange,
  { starts, bin }: Bins,
): Promise<(EarlierBin | null)[]> {
  if (covered.start > covered.end) return starts.map(() => null);
  const parameters = {
    ...requested,
    start_date: covered.start,
    end_date: covered.end,
    date_bin: bin === 'hour' ? ('hour' as const) : ('day' as const),
  };
  const { query } = await resolveCostQuery(ctx, parameters, { limit: 1, offset: 0 });
  const earlier = await readTotalSeries(ctx.services.costs, query);
  const amounts = new Map<string, string[]>();
  for (const [index, start] of earlier.bins.entries()) {
    const amount = earlier.amounts[index]!;
    const day = start.slice(0, 10);
    amounts.set(day, [...(amounts.get(day) ?? []), amount]);
  }
  return alignBins(ranges, starts, bin).map((days, index) => {
    if (!days || days.start < covered.start || days.end > covered.end) return null;
    const found = bin === 'hour' ? [hourOf(starts[index]!, amounts.get(days.start))] : inDays(days);
    return {
      start_date: days.start,
      end_date: days.end,
      amount: formatDecimal(sumDecimals(found)),
    };
  });

  function inDays({ start, end }: DateRange): string[] {
    return [...amounts].flatMap(([day, found]) => (day >= start && day <= end ? found : []));
  }
}

/** The hours of a day are read in their order. */
const hourOf = (startsAt: string, hours: readonly string[] = []): string =>
  hours[Number(startsAt.slice(11, 13))] ?? '0';
