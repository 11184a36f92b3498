import { Text, Title } from '@mantine/core';
import { approximate, minus } from '../../lib/decimal.js';
import { formatCompactMoney, formatMoney } from '../../lib/money.js';
import { pathOf, Plot, plotSize } from './Plot.js';
import { breakEvenOf, type PricedTerm, termName } from './terms.js';

interface BreakEvenProps {
  term: PricedTerm;
  currency: string;
}

/** When a commitment has saved what was paid upfront, in words and as two lines. */
export function BreakEven({ term, currency }: BreakEvenProps) {
  const months = term.years * 12;
  const name = termName(term);
  const isLoss = term.monthly_saving.startsWith('-');
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <div>
      <Title order={3} size="h4" mt="lg" mb="xs">
        Break-even: {name}
      </Title>
      <Text size="sm" mb="xs">
        Pay {money(term.upfront_cost)} now and {money(term.monthly_cost)} per month for {months}{' '}
        months. Compared with the same usage on demand, it is even {breakEvenOf(term)}, and{' '}
        {isLoss
          ? `costs ${money(minus('0', term.monthly_saving))} more per month`
          : `saves ${money(term.monthly_saving)} per month`}{' '}
        over the term, if usage stays as it is.
      </Text>
      <Payments term={term} months={months} currency={currency} />
    </div>
  );
}

/** Cumulative payments by month. */
function Payments({ term, months, currency }: BreakEvenProps & { months: number }) {
  const [upfront, monthly, saving] = [
    approximate(term.upfront_cost),
    approximate(term.monthly_cost),
    approximate(term.monthly_saving),
  ];
  const committed = (month: number) => upfront + monthly * month;
  const onDemand = (month: number) => (committed(months) / months + saving) * month;
  const highest = Math.max(committed(months), onDemand(months), 1);
  const line = (of: (month: number) => number) =>
    pathOf([0, months].map((month) => [month / months, of(month) / highest] as const));
  const even = term.break_even_months === null ? undefined : approximate(term.break_even_months);
  const step = months / 6;
  return (
    <Plot
      label={`What is paid over ${months} months, with the commitment and on demand: even ${breakEvenOf(term)}`}
      x="Months after the purchase"
      y={`Paid so far in ${currency}: solid with the commitment, dashed on demand`}
      xTicks={Array.from({ length: 7 }, (_, index) => ({
        at: index / 6,
        label: String(index * step),
      }))}
      yTicks={[0, 0.5, 1].map((at) => ({
        at,
        label: formatCompactMoney(String(highest * at), currency),
      }))}
    >
      <path className="plot-dashed" d={line(onDemand)} />
      <path className="plot-line" d={line(committed)} />
      {even !== undefined && even > 0 && (
        <path className="plot-best" d={`M${(even / months) * plotSize} 0V${plotSize}`} />
      )}
    </Plot>
  );
}
