import { Group, Switch, Text, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type RuleType, fieldsOf } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { useHasRole } from '../../api/current-user.js';
import { ApiProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import {
  type BillingRule,
  type RuleForm,
  type RuleValues,
  fieldLabels,
  rulesPath,
  typeTexts,
  valuesOf,
} from './billing-rule.js';
import { RuleFields } from './RuleFields.js';
import { sqlProblemOf } from './sql-problem.js';

interface BillingRuleFormProps {
  title: string;
  type: RuleType;
  back: { label: string; to: string };
  rule?: BillingRule;
  save: (values: RuleValues) => Promise<unknown>;
}

/** The form of a new or stored rule. */
export function BillingRuleForm({ title, type, back, rule, save }: BillingRuleFormProps) {
  const mayEdit = useHasRole('Owner');
  const form = useForm(
    valuesOf(rule),
    async (values) => {
      requireValidSql(type, values);
      const saved = await save(values);
      await invalidate(rulesPath);
      toast(`Saved “${values.title}”.`);
      return saved;
    },
    { labels: fieldLabels },
  );
  return (
    <FormPage title={title} back={back} form={form} isReadOnly={!mayEdit}>
      <Text size="sm" c="dimmed">
        {typeTexts[type].summary}
      </Text>
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <RuleFields type={type} form={form} isReadOnly={!mayEdit} />
      <DateFields type={type} form={form} isReadOnly={!mayEdit} />
      <Switch
        label="Apply to all managed accounts"
        description="Includes accounts created later. Turning this off does not remove the rule from accounts that have it."
        checked={form.values.apply_to_all}
        disabled={!mayEdit}
        onChange={(event) => form.set('apply_to_all', event.currentTarget.checked)}
      />
    </FormPage>
  );
}

/** The error of a statement is shown at its field, without asking the API. */
function requireValidSql(type: RuleType, { sql_query: text }: RuleValues): void {
  const problem = type === 'custom' && text.trim() !== '' ? sqlProblemOf(text) : undefined;
  if (problem) throw new ApiProblem(400, [`sql_query is invalid: ${problem.message}`], null);
}

interface FieldsProps {
  type: RuleType;
  form: RuleForm;
  isReadOnly: boolean;
}

function DateFields({ type, form, isReadOnly }: FieldsProps) {
  const isMonthly = type === 'credit' || type === 'charge';
  const shared = { valueFormat: 'MMM D, YYYY', readOnly: isReadOnly, w: 170 };
  const isNeeded = fieldsOf[type].needed.includes('start_date');
  return (
    <div>
      <Group align="flex-start" gap="md">
        <DateInput
          {...shared}
          label="Start date"
          required={isNeeded}
          placeholder={isNeeded ? '' : 'No start date'}
          clearable={!isNeeded && !isReadOnly}
          clearButtonProps={{ 'aria-label': 'Clear start date' }}
          value={form.values.start_date || null}
          onChange={(day) => form.set('start_date', day ?? '')}
          error={form.errorOf('start_date')}
        />
        <DateInput
          {...shared}
          label="End date"
          placeholder="No end date"
          clearable={!isReadOnly}
          clearButtonProps={{ 'aria-label': 'Clear end date' }}
          value={form.values.end_date || null}
          onChange={(day) => form.set('end_date', day ?? '')}
          error={form.errorOf('end_date')}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {isMonthly
          ? 'Once in every month from the start date through the end date; without one, through the current month.'
          : 'Only costs of these days are changed, both included.'}
      </Text>
    </div>
  );
}
