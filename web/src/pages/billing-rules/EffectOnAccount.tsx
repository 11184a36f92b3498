import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { asProblem } from '../../api/problem.js';
import type { Schemas } from '../../api/types.js';
import { SignedMoney } from '../../features/cost-changes/figures.js';
import type { PreviewView } from '../../features/rule-preview/PreviewControls.js';
import { type PreviewMonth, useRulePreview } from '../../features/rule-preview/use-rule-preview.js';
import { formatBin } from '../../lib/dates.js';
import { minus } from '../../lib/decimal.js';
import { Money } from '../../parts/figures.js';
import type { BillingRule } from './billing-rule.js';

interface EffectOnAccountProps {
  rule: BillingRule;
  account: Schemas['ManagedAccount'];
  view: PreviewView;
}

/** The costs of an account before and after one of its rules: a row for each currency. */
export function EffectOnAccount({ rule, account, view }: EffectOnAccountProps) {
  const preview = useRulePreview({
    account: account.token,
    rules: account.billing_rule_tokens,
    month: view.month,
  });
  const { data, error, isStale } = preview;
  const name = (
    <Anchor component={Link} to={`/managed-accounts/${account.token}`}>
      {account.name}
    </Anchor>
  );
  if (error || !data || data.months.length === 0) {
    return (
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td colSpan={3} className="numeric">
          {error && <Text size="sm">{asProblem(error).message}</Text>}
          {!error && !data && <Skeleton height={16} aria-busy aria-label="Loading" role="status" />}
          {!error && data && `No costs in ${formatBin(data.start_date, 'month')}`}
        </Table.Td>
      </Table.Tr>
    );
  }
  const warning = data.warnings.find((each) => each.billing_rule_token === rule.token);
  return data.months.map((month, index) => (
    <Table.Tr key={month.currency} className={isStale ? 'stale' : ''}>
      <Table.Td>
        {index === 0 && name}
        {index === 0 && warning && (
          <Text size="xs" className="increase">
            {warning.message}
          </Text>
        )}
      </Table.Td>
      <Step rule={rule} month={month} measure={view.measure} />
    </Table.Tr>
  ));
}

interface StepProps {
  rule: BillingRule;
  month: PreviewMonth;
  measure: PreviewView['measure'];
}

function Step({ rule, month: { steps, currency }, measure }: StepProps) {
  const step = steps.find((each) => each.billing_rule_token === rule.token);
  if (!step) return <Table.Td colSpan={3} />;
  const [change, after] = [step.change[measure], step.after[measure]];
  return (
    <>
      <Table.Td className="numeric">
        <Money amount={minus(after, change)} currency={currency} />
      </Table.Td>
      <Table.Td className="numeric">
        <SignedMoney amount={change} currency={currency} />
      </Table.Td>
      <Table.Td className="numeric">
        <Money amount={after} currency={currency} />
      </Table.Td>
    </>
  );
}
