import { MultiSelect, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import {
  type Budget,
  budgetPage,
  budgetPath,
  budgetsPath,
  useBudgets,
} from '../../features/budgets/budget.js';
import { useChosenReport } from '../../features/cost-reports/use-chosen-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { today } from '../../lib/dates.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { AmountFields } from './AmountFields.js';
import { type BudgetValues, bodyOf, requireComplete } from './budget-values.js';
import { emptyPlan, planOf } from './plan.js';
import { useSuggestedAmount } from './use-suggested-amount.js';

export function NewBudget() {
  const workspace = useWorkspace();
  const { report, isLoading } = useChosenReport();
  const { suggested, isLoading: isSuggesting } = useSuggestedAmount(report);
  if (isLoading || isSuggesting) return <PageSkeleton />;
  const save = (values: BudgetValues) =>
    api
      .post(budgetsPath, { body: { ...bodyOf(values), workspace_token: workspace?.token } })
      .then(created);
  const initial: BudgetValues = {
    name: report?.title ?? '',
    kind: 'report',
    cost_report_token: report?.token ?? '',
    child_budget_tokens: [],
    periods: { ...emptyPlan(today()), amount: suggested?.amount ?? '' },
  };
  return (
    <BudgetForm
      title="New budget"
      back={{ label: 'Budgets', to: '/budgets' }}
      initial={initial}
      amountSource={suggested?.source}
      save={save}
    />
  );
}

export const EditBudget = () => (
  <ObjectPage path={budgetPath}>
    {(budget) => (
      <BudgetForm
        title={`Edit ${budget.name}`}
        back={{ label: budget.name, to: budgetPage(budget.token) }}
        token={budget.token}
        initial={valuesOf(budget)}
        save={(values) =>
          api.put(budgetPath, { path: { budget_token: budget.token }, body: bodyOf(values) })
        }
      />
    )}
  </ObjectPage>
);

const valuesOf = (budget: Budget): BudgetValues => ({
  name: budget.name,
  kind: budget.child_budget_tokens.length > 0 ? 'children' : 'report',
  cost_report_token: budget.cost_report_token ?? '',
  child_budget_tokens: budget.child_budget_tokens,
  periods: planOf(budget, today()),
});

interface BudgetFormProps {
  title: string;
  back: { label: string; to: string };
  token?: string;
  initial: BudgetValues;
  /** Where the amount of a new budget comes from. */
  amountSource?: string | undefined;
  save: (values: BudgetValues) => Promise<unknown>;
}

const labels = {
  cost_report_token: 'Cost report or segment',
  child_budget_tokens: 'Child budgets',
  periods: 'Amounts',
};

function BudgetForm({ title, back, token, initial, amountSource, save }: BudgetFormProps) {
  const form = useForm(
    initial,
    async (values) => {
      requireComplete(values);
      const saved = await save(values);
      await invalidate(budgetsPath);
      toast(`Saved “${values.name}”.`);
      return saved;
    },
    { labels },
  );
  const { values, set } = form;
  return (
    <FormPage title={title} back={back} form={form}>
      <TextInput label="Name" required {...form.text('name')} />
      <Radio.Group label="Compares with" value={values.kind} onChange={(kind) => set('kind', kind)}>
        <Stack gap="sm" mt={4}>
          <Radio value="report" label="The costs of a report or segment" />
          <Radio
            value="children"
            label="The sum of other budgets"
            description="Sums the amounts and costs of its child budgets."
          />
        </Stack>
      </Radio.Group>
      {values.kind === 'report' ? (
        <>
          <ReportSelect
            value={values.cost_report_token}
            onChange={(report) => set('cost_report_token', report)}
            error={form.errorOf('cost_report_token')}
          />
          <AmountFields
            plan={values.periods}
            error={form.errorOf('periods')}
            onChange={(plan) => set('periods', plan)}
          />
          {amountSource && values.periods.amount === initial.periods.amount && (
            <Text size="sm" c="dimmed">
              {amountSource}
            </Text>
          )}
        </>
      ) : (
        <ChildSelect
          token={token}
          value={values.child_budget_tokens}
          onChange={(children) => set('child_budget_tokens', children)}
          error={form.errorOf('child_budget_tokens')}
        />
      )}
    </FormPage>
  );
}

interface ReportSelectProps {
  value: string;
  onChange: (token: string) => void;
  error: string | undefined;
}

function ReportSelect({ value, onChange, error }: ReportSelectProps) {
  const workspace = useWorkspace();
  const { options } = useReports();
  const { data } = useGet(
    '/v2/segments',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const segments = (data?.segments ?? []).map(({ token, title }) => ({
    value: token,
    label: title,
  }));
  // Reports of segments are offered as segments.
  const ofSegments = new Set(data?.segments.map(({ report_token: report }) => report));
  const reports = options.filter((each) => each.value === value || !ofSegments.has(each.value));
  return (
    <Select
      label="Cost report or segment"
      description="Its filters and settings apply, its dates and groupings do not."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Choose one"
      searchable
      maw={420}
      data={[
        { group: 'Cost reports', items: reports },
        { group: 'Segments', items: segments },
      ]}
      value={value || null}
      onChange={(token) => onChange(token ?? '')}
      error={error}
      nothingFoundMessage="No matches"
    />
  );
}

interface ChildSelectProps {
  token: string | undefined;
  value: string[];
  onChange: (tokens: string[]) => void;
  error: string | undefined;
}

function ChildSelect({ token, value, onChange, error }: ChildSelectProps) {
  const budgets = useBudgets().data?.budgets ?? [];
  return (
    <MultiSelect
      label="Child budgets"
      description="Up to ten levels; a budget occurs once in a hierarchy."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      placeholder={value.length === 0 ? 'Choose budgets' : ''}
      data={budgets
        .filter((each) => each.token !== token)
        .map((each) => ({ value: each.token, label: each.name }))}
      value={value}
      onChange={onChange}
      error={error}
      nothingFoundMessage="No matches"
    />
  );
}
