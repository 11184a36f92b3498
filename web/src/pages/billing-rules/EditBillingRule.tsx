import { useParams } from '@tanstack/react-router';
import { ruleTypeOf } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { bodyOf, rulePath } from './billing-rule.js';
import { BillingRuleForm } from './BillingRuleForm.js';
import { RuleEffect } from './RuleEffect.js';

export function EditBillingRule() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const isOwner = useHasRole('Owner');
  const path = { billing_rule_token: token };
  const { data, error } = useGet(rulePath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <BillingRuleForm
        key={token}
        title={data.title}
        type={ruleTypeOf(data.type) ?? 'custom'}
        back={{ label: 'Billing rules', to: '/billing-rules' }}
        rule={data}
        save={(values) => api.put(rulePath, { path, body: bodyOf(values, data) })}
      />
      {isOwner && <RuleEffect rule={data} />}
    </>
  );
}
