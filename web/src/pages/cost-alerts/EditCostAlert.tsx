import { Grid, Stack } from '@mantine/core';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { useChosenReport } from '../../features/cost-reports/use-chosen-report.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import {
  type CostAlert,
  costAlertPage,
  costAlertPath,
  costAlertsPath,
  type Interval,
  type Unit,
} from './cost-alert.js';
import { CostAlertBacktest } from './CostAlertBacktest.js';
import { RecipientFields, type Recipients } from './RecipientFields.js';
import { SettingFields, type Settings } from './SettingFields.js';

interface Values extends Record<string, unknown>, Settings, Recipients {}

const costAlertsPage = { label: 'Cost alerts', to: '/cost-alerts' };

export function NewCostAlert() {
  const { report, isLoading } = useChosenReport();
  const workspace = useWorkspace();
  const initial: Values = {
    title: report ? `Changes of ${report.title}` : '',
    report_tokens: report ? [report.token] : [],
    interval: 'day',
    unit_type: 'percentage',
    threshold: 20,
    minimum_threshold: '',
    email_recipients: [],
    slack_channels: [],
    teams_channels: [],
  };
  if (!workspace || isLoading) return <PageSkeleton />;
  return (
    <AlertForm
      title="New cost alert"
      back={costAlertsPage}
      workspace={workspace.token}
      initial={initial}
      save={(values) =>
        api
          .post(costAlertsPath, { body: { ...bodyOf(values), workspace_token: workspace.token } })
          .then(created)
      }
    />
  );
}

export const EditCostAlert = () => (
  <ObjectPage path={costAlertPath}>
    {(alert) => (
      <AlertForm
        title={`Edit ${alert.title}`}
        back={{ label: alert.title, to: costAlertPage(alert.token) }}
        workspace={alert.workspace_token}
        initial={valuesOf(alert)}
        save={(values) =>
          api.put(costAlertPath, { path: { cost_alert_token: alert.token }, body: bodyOf(values) })
        }
      />
    )}
  </ObjectPage>
);

const valuesOf = (alert: CostAlert): Values => ({
  title: alert.title,
  report_tokens: alert.report_tokens,
  interval: alert.interval as Interval,
  unit_type: alert.unit_type as Unit,
  threshold: alert.threshold,
  minimum_threshold: alert.minimum_threshold ?? '',
  email_recipients: alert.email_recipients,
  slack_channels: alert.slack_channels,
  teams_channels: alert.teams_channels,
});

/** What the alert tests, as the API takes it: only a percentage has a minimum. */
const settingsOf = (values: Values) => ({
  interval: values.interval,
  unit_type: values.unit_type,
  threshold: Number(values.threshold),
  minimum_threshold:
    values.unit_type === 'percentage' && values.minimum_threshold !== ''
      ? Number(values.minimum_threshold)
      : null,
  report_tokens: values.report_tokens,
});

const bodyOf = (values: Values) => ({
  title: values.title,
  ...settingsOf(values),
  email_recipients: values.email_recipients,
  slack_channels: values.slack_channels,
  teams_channels: values.teams_channels,
});

interface AlertFormProps {
  title: string;
  back: { label: string; to: string };
  workspace: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

const labels = {
  report_tokens: 'Cost reports',
  minimum_threshold: 'Minimum',
  email_recipients: 'E-mail addresses',
};

function AlertForm({ title, back, workspace, initial, save }: AlertFormProps) {
  const form = useForm(
    initial,
    async (values) => {
      const saved = await save(values);
      await invalidate(costAlertsPath);
      toast(`Saved “${values.title}”.`);
      return saved;
    },
    { labels },
  );
  const { values, set, errorOf } = form;
  const isTestable = values.report_tokens.length > 0 && Number(values.threshold) > 0;
  return (
    <FormPage title={title} back={back} form={form} isWide>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <SettingFields
              values={values}
              onChange={set}
              errorOf={errorOf}
              titleField={form.text('title')}
            />
            <RecipientFields values={values} set={set} errorOf={errorOf} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <CostAlertBacktest
            settings={
              isTestable ? { ...settingsOf(values), workspace_token: workspace } : undefined
            }
          />
        </Grid.Col>
      </Grid>
    </FormPage>
  );
}
