import { Group, NumberInput, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { MonthPickerInput } from '@mantine/dates';
import { useWorkspace } from '../../api/current-user.js';
import { formatBin } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { AmountInput } from './AmountInput.js';
import { MonthList } from './MonthList.js';
import { PeriodList } from './PeriodList.js';
import { type Plan, type PlanMode, monthsOf, totalOf, withMode } from './plan.js';

interface AmountFieldsProps {
  plan: Plan;
  error: string | undefined;
  onChange: (plan: Plan) => void;
}

const modes: { value: PlanMode; label: string }[] = [
  { value: 'same', label: 'Same every month' },
  { value: 'growth', label: 'Growing' },
  { value: 'months', label: 'Month by month' },
  { value: 'periods', label: 'Exact dates' },
];

/** The amounts of a budget: one for all months, growing, by hand for each month, or for exact dates. */
export function AmountFields({ plan, error, onChange }: AmountFieldsProps) {
  const change = (part: Partial<Plan>) => onChange({ ...plan, ...part });
  return (
    <Stack gap="sm" component="section" aria-labelledby="amounts">
      <Title order={2} id="amounts">
        Amounts
      </Title>
      <SegmentedControl
        className="plan-modes"
        aria-label="How amounts are set"
        data={modes}
        value={plan.mode}
        onChange={(mode) => onChange(withMode(plan, mode))}
      />
      {plan.mode === 'same' && <SameFields plan={plan} change={change} />}
      {plan.mode === 'growth' && <GrowthFields plan={plan} change={change} />}
      {plan.mode === 'months' && (
        <MonthList
          months={plan.months}
          start={plan.start}
          onChange={(months) => change({ months })}
        />
      )}
      {plan.mode === 'periods' && (
        <PeriodList periods={plan.periods} onChange={(periods) => change({ periods })} />
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Total plan={plan} />
    </Stack>
  );
}

interface FieldsProps {
  plan: Plan;
  change: (part: Partial<Plan>) => void;
}

interface MonthInputProps {
  label: string;
  value: string | null;
  placeholder?: string;
  isClearable?: boolean;
  onChange: (month: string | null) => void;
}

const MonthInput = ({ isClearable = false, ...props }: MonthInputProps) => (
  <MonthPickerInput
    w={180}
    valueFormat="MMM YYYY"
    clearable={isClearable}
    clearButtonProps={{ 'aria-label': `Clear ${props.label.toLowerCase()}` }}
    {...props}
  />
);

function SameFields({ plan, change }: FieldsProps) {
  return (
    <Group gap="sm" align="flex-end">
      <AmountInput
        label="Amount per month"
        value={plan.amount}
        onChange={(amount) => change({ amount })}
      />
      <MonthInput
        label="First month"
        value={plan.start}
        onChange={(start) => start && change({ start })}
      />
      <MonthInput
        label="Last month"
        placeholder="No end"
        isClearable
        value={plan.end}
        onChange={(end) => change({ end })}
      />
    </Group>
  );
}

function GrowthFields({ plan, change }: FieldsProps) {
  return (
    <Group gap="sm" align="flex-end">
      <AmountInput
        label="Amount of the first month"
        value={plan.amount}
        onChange={(amount) => change({ amount })}
      />
      <NumberInput
        label="Growth per month"
        w={150}
        suffix="%"
        decimalScale={2}
        min={-100}
        hideControls
        value={plan.growth}
        onChange={(growth) => change({ growth: String(growth) })}
      />
      <MonthInput
        label="First month"
        value={plan.start}
        onChange={(start) => start && change({ start })}
      />
      <NumberInput
        label="Months"
        w={110}
        min={1}
        max={120}
        allowDecimal={false}
        value={plan.length}
        onChange={(length) => change({ length: Number(length) || 1 })}
      />
    </Group>
  );
}

/** What the amounts come to, so that a wrong figure is seen before it is saved. */
function Total({ plan }: { plan: Plan }) {
  const currency = useWorkspace()?.currency ?? '';
  const months = monthsOf(plan).filter(({ amount }) => amount !== '');
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const growth =
    plan.mode === 'growth'
      ? `, from ${formatMoney(first.amount, currency)} to ${formatMoney(last.amount, currency)}`
      : '';
  return (
    <Text size="sm" c="dimmed">
      {formatBin(first.month, 'month')} to {formatBin(last.month, 'month')}
      {growth}: {formatMoney(totalOf(months), currency)} in {months.length}{' '}
      {months.length === 1 ? 'month' : 'months'}.
    </Text>
  );
}
