import { Grid, Group, MultiSelect, NumberInput, Select, Stack, Text, Title } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import {
  type BudgetAlert,
  budgetAlertPath,
  budgetAlertsPath,
  budgetPage,
  budgetsPath,
  useBudgets,
} from '../../features/budgets/budget.js';
import { alertTitle } from '../../features/budgets/describe-alert.js';
import { EventTable } from '../../features/budgets/EventTable.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { RecipientFields } from '../../features/recipients/RecipientFields.js';
import type { Recipients } from '../../features/recipients/recipients.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { BudgetAlertBacktest } from './BudgetAlertBacktest.js';

interface Values extends Record<string, unknown>, Recipients {
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
  user_tokens: values.user_tokens,
  team_tokens: values.team_tokens,
  recipient_emails: values.recipient_emails,
  channel_tokens: values.channel_tokens,
});

const budgetAlertsPage = { label: 'Budget alerts', to: '/budget-alerts' };

export function NewBudgetAlert() {
  const { budget }: { budget?: string } = useSearch({ strict: false });
  const initial: Values = {
    budget_tokens: budget ? [budget] : [],
    threshold: 80,
    measure: 'spend',
    watches: 'whole_month',
    days: 10,
    user_tokens: [],
    team_tokens: [],
    recipient_emails: [],
    channel_tokens: [],
  };
  return (
    <AlertForm
      title="New budget alert"
      back={budget ? { label: 'Budget', to: budgetPage(budget) } : budgetAlertsPage}
      initial={initial}
      save={(values) => api.post(budgetAlertsPath, { body: bodyOf(values) })}
    />
  );
}

export function EditBudgetAlert() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { budget_alert_token: token };
  const { data, error } = useGet(budgetAlertPath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <AlertForm
        key={token}
        title={alertTitle(data)}
        back={budgetAlertsPage}
        initial={valuesOf(data)}
        save={(values) => api.put(budgetAlertPath, { path, body: bodyOf(values) })}
        actions={<MuteButton token={token} />}
      />
      <EventsOfAlert token={token} />
    </>
  );
}

const valuesOf = (alert: BudgetAlert): Values => ({
  budget_tokens: alert.budget_tokens,
  threshold: alert.threshold,
  measure: alert.measure as Measure,
  watches: (alert.period_to_track ?? 'whole_month') as Window,
  days: alert.duration_in_days ?? 10,
  user_tokens: alert.user_tokens,
  team_tokens: alert.team_tokens,
  recipient_emails: alert.recipient_emails,
  channel_tokens: alert.channel_tokens,
});

interface AlertFormProps {
  title: string;
  back: { label: string; to: string };
  initial: Values;
  save: (values: Values) => Promise<unknown>;
  actions?: ReactNode;
}

const labels = { budget_tokens: 'Budgets', recipient_emails: 'E-mail addresses' };

function AlertForm({ title, back, initial, save, actions }: AlertFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(
    initial,
    async (values) => {
      await save(values);
      await invalidate(budgetAlertsPath, budgetsPath);
      toast(`Saved the alert at ${alertTitle(values)}.`);
    },
    { labels },
  );
  const { values, set } = form;
  const budgets = useBudgets().data?.budgets ?? [];
  const nameOf = (token: string) => budgets.find((each) => each.token === token)?.name ?? 'Budget';
  return (
    <FormPage title={title} back={back} actions={actions} form={form} isReadOnly={!mayEdit} isWide>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <MultiSelect
              label="Budgets"
              required
              searchable
              readOnly={!mayEdit}
              placeholder={values.budget_tokens.length === 0 ? 'Choose budgets' : ''}
              data={budgets.map(({ token, name }) => ({ value: token, label: name }))}
              value={values.budget_tokens}
              onChange={(tokens) => set('budget_tokens', tokens)}
              error={form.errorOf('budget_tokens')}
              nothingFoundMessage="No matches"
            />
            <Group gap="sm" align="flex-start">
              <Select
                label="Measure"
                w={220}
                allowDeselect={false}
                readOnly={!mayEdit}
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
                readOnly={!mayEdit}
                value={values.threshold}
                onChange={(threshold) => set('threshold', Number(threshold))}
                error={form.errorOf('threshold')}
              />
              <Select
                label="Watches"
                w={260}
                allowDeselect={false}
                readOnly={!mayEdit}
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
                  readOnly={!mayEdit}
                  value={values.days}
                  onChange={(days) => set('days', Number(days))}
                />
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {values.measure === 'forecast'
                ? 'Fires when the month is expected to cost more than the threshold, and tells by how much and on which day.'
                : 'Accrued costs count, not the forecast.'}{' '}
              An alert fires once per budget and month; of several that are reached at once, only
              the highest threshold is sent. Changing the threshold, measure or days lets it fire
              again.
            </Text>
            <RecipientFields
              values={values}
              set={set}
              emailError={form.errorOf('recipient_emails')}
              isReadOnly={!mayEdit}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          {mayEdit && values.measure === 'spend' && (
            <BudgetAlertBacktest
              settings={values.budget_tokens.length > 0 ? settingsOf(values) : undefined}
              nameOf={nameOf}
            />
          )}
        </Grid.Col>
      </Grid>
    </FormPage>
  );
}

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
