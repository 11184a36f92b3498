import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import {
  type RuleType,
  ruleTypeOf,
  ruleTypes,
} from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { api } from '../../api/client.js';
import { BackLink } from '../../parts/BackLink.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { created } from '../../parts/use-form.js';
import { bodyOf, rulesPath, typeTexts } from './billing-rule.js';
import { BillingRuleForm } from './BillingRuleForm.js';

/** The choice of a type, then its form; the address holds the type. */
export function NewBillingRule() {
  const { type = '' }: { type?: string } = useSearch({ strict: false });
  const known = ruleTypeOf(type);
  return known ? <NewRuleOfType key={known} type={known} /> : <TypeChoice />;
}

function NewRuleOfType({ type }: { type: RuleType }) {
  return (
    <BillingRuleForm
      title={`New billing rule: ${typeTexts[type].title}`}
      type={type}
      back={{ label: 'Types of rules', to: '/billing-rules/new' }}
      save={(values) => api.post(rulesPath, { body: { ...bodyOf(values), type } }).then(created)}
    />
  );
}

function TypeChoice() {
  return (
    <>
      <BackLink to="/billing-rules" label="Billing rules" />
      <PageTitle title="New billing rule" text="What should the rule do?" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {ruleTypes.map((type) => (
          <Paper key={type} withBorder p="md">
            <Anchor component={Link} to="/billing-rules/new" search={{ type } as never} fw={600}>
              {typeTexts[type].title}
            </Anchor>
            <Text size="sm" c="dimmed" mt="xs">
              {typeTexts[type].summary}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}
