import { Text } from '@mantine/core';
import { daysBetween, formatDay } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { binsOf } from '../explore/bins.js';
import type { Costs } from '../explore/use-costs.js';
import type { MonthProps } from './MonthFigures.js';

const height = 120;
const slot = 100;

/** Days of the month as bars, the same days of last month as lines across them. Drawn without the chart library, which is too large for a first page. */
export function DailyBars({ now, before, question, earlier }: MonthProps) {
  const days = binsOf(question.start, question.end, 'day');
  const current = amountsOn(days, now);
  const past = before ? amountsOn(binsOf(earlier.start, earlier.end, 'day'), before) : [];
  const most = Math.max(1, ...[...current, ...past].map(approximate));
  const tall = (amount: string) => (Math.max(0, approximate(amount)) / most) * height;
  const { currency } = now.total_cost;
  const label = `Costs of ${daysBetween(question.start, question.end) + 1} days as bars; the same days of last month as lines`;
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
          <g key={day}>
            <title>
              {formatDay(day)}: {formatMoney(current[index]!, currency)}
              {past[index] ? `; a month before ${formatMoney(past[index], currency)}` : ''}
            </title>
            <rect x={index * slot} y={0} width={slot} height={height} fill="transparent" />
            <rect
              className="daily-bar"
              x={index * slot + 12}
              y={height - tall(current[index]!)}
              width={slot - 24}
              height={tall(current[index]!)}
            />
            {past[index] && (
              <rect
                className="daily-line"
                x={index * slot + 4}
                y={height - tall(past[index])}
                width={slot - 8}
                height={1.5}
              />
            )}
          </g>
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        Bars: each day of the month. Lines: the same day of last month.
      </Text>
    </figure>
  );
}

function amountsOn(days: readonly string[], { costs, total_cost }: Costs): string[] {
  const byDay = new Map<string, string[]>();
  for (const { accrued_at: day, amount, currency } of costs) {
    if (currency === total_cost.currency) byDay.set(day, [...(byDay.get(day) ?? []), amount]);
  }
  return days.map((day) => sumOf(byDay.get(day) ?? []));
}
