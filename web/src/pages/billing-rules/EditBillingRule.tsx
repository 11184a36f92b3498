import { ruleTypeOf } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { bodyOf, rulePath } from './billing-rule.js';
import { BillingRuleForm } from './BillingRuleForm.js';
import { RuleEffect } from './RuleEffect.js';

export function EditBillingRule() {
  const isOwner = useHasRole('Owner');
  return (
    <ObjectPage path={rulePath}>
      {(rule) => (
        <>
          <BillingRuleForm
            title={rule.title}
            type={ruleTypeOf(rule.type) ?? 'custom'}
            back={{ label: 'Billing rules', to: '/billing-rules' }}
            rule={rule}
            save={(values) =>
              api.put(rulePath, {
                path: { billing_rule_token: rule.token },
                body: bodyOf(values, rule),
              })
            }
          />
          {isOwner && <RuleEffect rule={rule} />}
        </>
      )}
    </ObjectPage>
  );
}
