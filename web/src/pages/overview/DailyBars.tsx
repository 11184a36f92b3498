import { Text } from '@mantine/core';
import type { ForecastedCost } from '../../features/cost-reports/use-forecasted-costs.js';
import { binsOf } from '../../features/costs/bins.js';
import type { Costs } from '../../features/costs/use-costs.js';
import { daysBetween, formatDay, lastOfMonth } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import type { MonthProps } from './MonthFigures.js';
import { useAhead } from './use-ahead.js';

const height = 120;
const slot = 100;

/** Days of the month as bars, the same days of last month as lines across them. Drawn without the chart library, which is too large for a first page. */
export function DailyBars({ now, before, query, earlier }: MonthProps) {
  const foreseen = useForeseen(query.end);
  const known = daysBetween(query.start, query.end) + 1;
  const days = binsOf(query.start, foreseen.size > 0 ? lastOfMonth(query.end) : query.end, 'day');
  const current = amountsOn(days, now);
  const past = before ? amountsOn(binsOf(earlier.start, earlier.end, 'day'), before) : [];
  const highest = [...foreseen.values()].map((each) => each.upper_amount ?? each.amount);
  const most = Math.max(1, ...[...current, ...past, ...highest].map(approximate));
  const tall = (amount: string) => (Math.max(0, approximate(amount)) / most) * height;
  const { currency } = now.total_cost;
  const label = `Costs of ${known} days as bars; the same days of last month as lines${foreseen.size > 0 ? '; the forecast of the days to come as dashed bars with the range of each' : ''}`;
  return (
    <figure className="daily-bars">
      <svg
        viewBox={`0 0 ${days.length * slot} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        role="img"
        aria-label={label}
      >
        {days.map((day, index) => (
          <g key={day} transform={`translate(${index * slot} 0)`}>
            {foreseen.has(day) && (
              <ForeseenBar day={foreseen.get(day)!} tall={tall} currency={currency} />
            )}
            {/* Between the two lies what is not complete yet. */}
            {index < known && (
              <KnownBar
                day={day}
                amount={current[index]!}
                past={past[index]}
                tall={tall}
                currency={currency}
              />
            )}
          </g>
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        Bars: each day of the month. Lines: the same day of last month.
        {foreseen.size > 0 &&
          ' Dashed: the forecast, and behind it the range that four of five days lie within.'}
      </Text>
    </figure>
  );
}

/** The forecast by day, as long as the month that is shown is this one. */
function useForeseen(shownEnd: string): Map<string, ForecastedCost> {
  const days = useAhead().filter(({ date }) => date.slice(0, 7) === shownEnd.slice(0, 7));
  return new Map(days.map((each) => [each.date.slice(0, 10), each]));
}

interface BarProps {
  tall: (amount: string) => number;
  currency: string;
}

function KnownBar({
  day,
  amount,
  past,
  tall,
  currency,
}: BarProps & { day: string; amount: string; past: string | undefined }) {
  return (
    <>
      <title>
        {formatDay(day)}: {formatMoney(amount, currency)}
        {past ? `; a month before ${formatMoney(past, currency)}` : ''}
      </title>
      <rect width={slot} height={height} fill="transparent" />
      <rect
        className="daily-bar"
        x={12}
        y={height - tall(amount)}
        width={slot - 24}
        height={tall(amount)}
      />
      {past && (
        <rect className="daily-line" x={4} y={height - tall(past)} width={slot - 8} height={1.5} />
      )}
    </>
  );
}

function ForeseenBar({
  day: { date, amount, lower_amount: lower, upper_amount: upper },
  tall,
  currency,
}: BarProps & { day: ForecastedCost }) {
  const range =
    lower && upper
      ? `, from ${formatMoney(lower, currency)} to ${formatMoney(upper, currency)}`
      : '';
  return (
    <>
      <title>
        {formatDay(date)}, forecast: {formatMoney(amount, currency)}
        {range}
      </title>
      <rect width={slot} height={height} fill="transparent" />
      {lower && upper && (
        <rect
          className="daily-range"
          y={height - tall(upper)}
          width={slot}
          height={tall(upper) - tall(lower)}
        />
      )}
      <rect
        className="daily-foreseen"
        x={12}
        y={height - tall(amount)}
        width={slot - 24}
        height={tall(amount)}
      />
    </>
  );
}

function amountsOn(days: readonly string[], { costs, total_cost }: Costs): string[] {
  const byDay = new Map<string, string[]>();
  for (const { accrued_at: day, amount, currency } of costs) {
    if (currency === total_cost.currency) byDay.set(day, [...(byDay.get(day) ?? []), amount]);
  }
  return days.map((day) => sumOf(byDay.get(day) ?? []));
}
