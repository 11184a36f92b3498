import { Group, MultiSelect, NumberInput, Select, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type BudgetAlert,
  budgetAlertPath,
  budgetPage,
  budgetsPath,
  useBudgets,
} from '../../features/budgets/budget.js';
import { alertTitle } from '../../features/budgets/describe-alert.js';
import { EventTable } from '../../features/budgets/EventTable.js';
import { RuleForm, type RuleFormState } from '../../features/notification-rules/RuleForm.js';
import {
  linkedRecipientValues,
  noLinkedRecipients,
  type Recipients,
} from '../../features/recipients/recipients.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { budgetAlertKind } from './budget-alert.js';
import { BudgetAlertBacktest } from './BudgetAlertBacktest.js';

interface Values extends Record<string, unknown>, Omit<Recipients, 'recipient_channels'> {
  budget_tokens: string[];
  threshold: number;
  measure: Measure;
  /** The part of the month that is watched. */
  watches: Window;
  days: number;
}

type Measure = 'spend' | 'forecast';

const measures: { value: Measure; label: string }[] = [
  { value: 'spend', label: 'Accrued costs' },
  { value: 'forecast', label: 'Forecast of the month' },
];

type Window = 'whole_month' | 'start_of_the_month' | 'end_of_the_month';

const windows: { value: Window; label: string }[] = [
  { value: 'whole_month', label: 'The whole month' },
  { value: 'start_of_the_month', label: 'The first days of the month' },
  { value: 'end_of_the_month', label: 'The last days of the month' },
];

/** What the alert tests, as the API takes it. */
const settingsOf = ({ budget_tokens, threshold, watches, days }: Values) => ({
  budget_tokens,
  threshold,
  duration_in_days: watches === 'whole_month' ? '' : String(days),
  ...(watches === 'whole_month' ? {} : { period_to_track: watches }),
});

const bodyOf = (values: Values) => ({
  ...settingsOf(values),
  measure: values.measure,
  ...linkedRecipientValues(values),
});

const valuesOf = (alert: BudgetAlert): Values => ({
  budget_tokens: alert.budget_tokens,
  threshold: alert.threshold,
  measure: alert.measure as Measure,
  watches: (alert.period_to_track ?? 'whole_month') as Window,
  days: alert.duration_in_days ?? 10,
  ...linkedRecipientValues(alert),
});

export function NewBudgetAlert() {
  const { budget }: { budget?: string } = useSearch({ strict: false });
  const initial: Values = {
    budget_tokens: budget ? [budget] : [],
    threshold: 80,
    measure: 'spend',
    watches: 'whole_month',
    days: 10,
    ...noLinkedRecipients,
  };
  return (
    <AlertForm
      title="New budget alert"
      {...(budget && { back: { label: 'Budget', to: budgetPage(budget) } })}
      initial={initial}
      save={(values) => api.post(budgetAlertKind.path, { body: bodyOf(values) })}
    />
  );
}

export const EditBudgetAlert = () => (
  <ObjectPage path={budgetAlertPath}>
    {(alert) => (
      <>
        <AlertForm
          rule={alert.token}
          title={alertTitle(alert)}
          initial={valuesOf(alert)}
          save={(values) =>
            api.put(budgetAlertPath, {
              path: { budget_alert_token: alert.token },
              body: bodyOf(values),
            })
          }
        />
        <EventsOfAlert token={alert.token} />
      </>
    )}
  </ObjectPage>
);

interface AlertFormProps {
  rule?: string;
  title: string;
  back?: { label: string; to: string };
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function AlertForm(props: AlertFormProps) {
  const mayEdit = useHasRole('Editor');
  const budgets = useBudgets().data?.budgets ?? [];
  const nameOf = (token: string) => budgets.find((each) => each.token === token)?.name ?? 'Budget';
  return (
    <RuleForm
      {...props}
      kind={budgetAlertKind}
      saved={(values) => `the alert at ${alertTitle(values)}`}
      labels={{ budget_tokens: 'Budgets' }}
      refreshes={[budgetsPath]}
      aside={(values) =>
        mayEdit &&
        values.measure === 'spend' && (
          <BudgetAlertBacktest
            settings={values.budget_tokens.length > 0 ? settingsOf(values) : undefined}
            nameOf={nameOf}
          />
        )
      }
    >
      {(form) => (
        <>
          <MultiSelect
            label="Budgets"
            required
            searchable
            readOnly={form.isReadOnly}
            placeholder={form.values.budget_tokens.length === 0 ? 'Choose budgets' : ''}
            data={budgets.map(({ token, name }) => ({ value: token, label: name }))}
            value={form.values.budget_tokens}
            onChange={(tokens) => form.set('budget_tokens', tokens)}
            error={form.errorOf('budget_tokens')}
            nothingFoundMessage="No matches"
          />
          <TestedFields {...form} />
          <Text size="sm" c="dimmed">
            {form.values.measure === 'forecast'
              ? 'Fires when the month is expected to cost more than the threshold, and tells by how much and on which day.'
              : 'Accrued costs count, not the forecast.'}{' '}
            An alert fires once per budget and month; of several that are reached at once, only the
            highest threshold is sent. Changing the threshold, measure or days lets it fire again.
          </Text>
        </>
      )}
    </RuleForm>
  );
}

const TestedFields = ({ values, set, errorOf, isReadOnly }: RuleFormState<Values>) => (
  <Group gap="sm" align="flex-start">
    <Select
      label="Measure"
      w={220}
      allowDeselect={false}
      readOnly={isReadOnly}
      data={measures}
      value={values.measure}
      onChange={(measure) => measure && set('measure', measure)}
    />
    <NumberInput
      label="Threshold"
      description="Percent of the monthly budget"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      w={220}
      min={0}
      suffix="%"
      allowDecimal={false}
      readOnly={isReadOnly}
      value={values.threshold}
      onChange={(threshold) => set('threshold', Number(threshold))}
      error={errorOf('threshold')}
    />
    <Select
      label="Watches"
      w={260}
      allowDeselect={false}
      readOnly={isReadOnly}
      data={windows}
      value={values.watches}
      onChange={(watches) => watches && set('watches', watches)}
    />
    {values.watches !== 'whole_month' && (
      <NumberInput
        label="Days"
        w={110}
        min={1}
        max={31}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={values.days}
        onChange={(days) => set('days', Number(days))}
      />
    )}
  </Group>
);

function EventsOfAlert({ token }: { token: string }) {
  const { data } = useGet('/v2/budget_alerts/events', {
    query: { budget_alert_token: token, limit: 100 },
  });
  return (
    <Stack gap="sm" mt="xl" component="section">
      <Title order={2}>Fired alerts</Title>
      {data && <EventTable events={data.budget_alert_events} without={['threshold']} />}
    </Stack>
  );
}
