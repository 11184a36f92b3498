import { Text } from '@mantine/core';
import type { ForecastedCost } from '../../features/cost-reports/use-forecasted-costs.js';
import { binsOf } from '../../features/costs/bins.js';
import type { Costs } from '../../features/costs/use-costs.js';
import { daysBetween, formatDay, lastOfMonth } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import type { MonthProps } from './MonthFigures.js';
import { useMonthForecast } from './use-month-forecast.js';

const height = 120;
const dayWidth = 100;

/**
 * Days of the month as bars, the same days of last month as lines. Drawn without the chart library, which is
 * too large for the first page.
 */
export function DailyBars({ current, previous, query, previousQuery }: MonthProps) {
  const forecast = useForecastByDay(query.end);
  const completeDays = daysBetween(query.start, query.end) + 1;
  const days = binsOf(query.start, forecast.size > 0 ? lastOfMonth(query.end) : query.end, 'day');
  const amounts = amountsOn(days, current);
  const previousAmounts = previous
    ? amountsOn(binsOf(previousQuery.start, previousQuery.end, 'day'), previous)
    : [];
  const upperAmounts = [...forecast.values()].map((each) => each.upper_amount ?? each.amount);
  const max = Math.max(1, ...[...amounts, ...previousAmounts, ...upperAmounts].map(approximate));
  const heightOf = (amount: string) => (Math.max(0, approximate(amount)) / max) * height;
  const { currency } = current.total_cost;
  const label = `Daily costs of ${completeDays} days as bars; the same days of last month as lines${forecast.size > 0 ? '; the forecast for the remaining days as dashed bars with their range' : ''}`;
  return (
    <figure className="daily-bars">
      <svg
        viewBox={`0 0 ${days.length * dayWidth} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        role="img"
        aria-label={label}
      >
        {days.map((day, index) => (
          <g key={day} transform={`translate(${index * dayWidth} 0)`}>
            {forecast.has(day) && (
              <ForecastBar day={forecast.get(day)!} heightOf={heightOf} currency={currency} />
            )}
            {/* Days that are neither complete nor forecast stay empty. */}
            {index < completeDays && (
              <DayBar
                day={day}
                amount={amounts[index]!}
                previous={previousAmounts[index]}
                heightOf={heightOf}
                currency={currency}
              />
            )}
          </g>
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        Bars: daily costs. Lines: the same days of the month before.
        {forecast.size > 0 && ' Dashed: forecast with its 80% range.'}
      </Text>
    </figure>
  );
}

/** The forecast by day, if the last day of the costs is in the current month. */
function useForecastByDay(lastDay: string): Map<string, ForecastedCost> {
  const days = useMonthForecast().filter(({ date }) => date.slice(0, 7) === lastDay.slice(0, 7));
  return new Map(days.map((each) => [each.date.slice(0, 10), each]));
}

interface BarProps {
  heightOf: (amount: string) => number;
  currency: string;
}

function DayBar({
  day,
  amount,
  previous,
  heightOf,
  currency,
}: BarProps & { day: string; amount: string; previous: string | undefined }) {
  return (
    <>
      <title>
        {formatDay(day)}: {formatMoney(amount, currency)}
        {previous ? `; last month: ${formatMoney(previous, currency)}` : ''}
      </title>
      <rect width={dayWidth} height={height} fill="transparent" />
      <rect
        className="daily-bar"
        x={12}
        y={height - heightOf(amount)}
        width={dayWidth - 24}
        height={heightOf(amount)}
      />
      {previous && (
        <rect
          className="daily-line"
          x={4}
          y={height - heightOf(previous)}
          width={dayWidth - 8}
          height={1.5}
        />
      )}
    </>
  );
}

function ForecastBar({
  day: { date, amount, lower_amount: lower, upper_amount: upper },
  heightOf,
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
      <rect width={dayWidth} height={height} fill="transparent" />
      {lower && upper && (
        <rect
          className="daily-range"
          y={height - heightOf(upper)}
          width={dayWidth}
          height={heightOf(upper) - heightOf(lower)}
        />
      )}
      <rect
        className="daily-forecast"
        x={12}
        y={height - heightOf(amount)}
        width={dayWidth - 24}
        height={heightOf(amount)}
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
