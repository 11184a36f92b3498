import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../src/platform/auth/passwords.js';
import { newToken } from '../../src/platform/lib/tokens.js';
import { flowRecord } from '../flow-records.js';
import { importFlows } from '../flow-logs.js';
import { importCharges } from '../cost-fixtures.js';
import { newAnomaly } from '../anomalies.js';
import { newManagedAccount } from '../managed-accounts.js';
import { newInvoice, newProfile } from '../invoices.js';
import { newRecommendation } from '../recommendations.js';
import { newResource } from '../resources.js';
import { sharedSamlProvider } from '../sso/saml-identity-provider.js';
import type { Account } from '../harness.js';

/** Creates an object and returns its token, by path parameter. New resources must add an entry. */
export const factories: Record<string, (account: Account) => Promise<string>> = {
  team_token: async ({ as }) => (await as.post('/v2/teams', { name: 'Platform' })).body.token,
  user_token: async (account) => (await account.newUser('viewer')).token,
  workspace_token: async ({ as }) =>
    (await as.post('/v2/workspaces', { name: 'Second' })).body.token,
  access_grant_token: async ({ as, everyone, workspace }) => {
    const { body: folder } = await as.post('/v2/folders', {
      title: 'Shared',
      workspace_token: workspace.token,
    });
    const grant = { resource_token: folder.token, team_token: everyone.token };
    return (await as.post('/v2/access_grants', grant)).body.token;
  },
  audit_log_token: async ({ as }) => {
    await as.post('/v2/teams', { name: 'Logged' });
    return (await as.get('/v2/audit_logs')).body.audit_logs[0].token;
  },
  folder_token: async ({ as, workspace }) =>
    (await as.post('/v2/folders', { title: 'Reports', workspace_token: workspace.token })).body
      .token,
  saved_filter_token: async ({ as, workspace }) =>
    (await as.post('/v2/saved_filters', { title: 'AWS', workspace_token: workspace.token })).body
      .token,
  cost_report_token: async ({ as, workspace }) =>
    (await as.post('/v2/cost_reports', { title: 'Costs', workspace_token: workspace.token })).body
      .token,
  /** Belongs to the most recently created report. */
  comment_token: async ({ as }) => {
    const { cost_reports: reports } = (await as.get('/v2/cost_reports')).body;
    const report = reports.at(-1)?.token ?? 'rprt_0000000000000000';
    return (await as.post(`/v2/cost_reports/${report}/comments`, { text: 'Why?' })).body.token;
  },
  segment_token: async ({ as, workspace }) =>
    (await as.post('/v2/segments', { title: 'Company', workspace_token: workspace.token })).body
      .token,
  dashboard_token: async ({ as, workspace }) =>
    (await as.post('/v2/dashboards', { title: 'Overview', workspace_token: workspace.token })).body
      .token,
  annotation_token: async (account) =>
    (await account.as.post('/v2/annotations', await bodies['createAnnotation']!(account, {}))).body
      .token,
  canvas_token: async (account) =>
    (await account.as.post('/v2/canvases', await bodies['createCanvas']!(account, {}))).body.token,
  billing_profile_token: newProfile,
  invoice_token: newInvoice,
  integration_token: async ({ as }) =>
    (await as.post('/v2/integrations/custom_provider', { name: 'Custom' })).body.token,
  resource_report_token: async ({ as, workspace }) =>
    (await as.post('/v2/resource_reports', { workspace_token: workspace.token })).body.token,
  user_costs_upload_token: async () => 'usr_csts_upld_0000000000000000',
  business_metric_token: async ({ as }) =>
    (await as.post('/v2/business_metrics', { title: 'Orders' })).body.token,
  data_export_token: async ({ as, workspace }) => {
    const request = { filter: "costs.provider = 'aws'", workspace_token: workspace.token };
    return (await as.post('/v2/costs/data_exports', request)).body.token;
  },
  scenario_model_token: async ({ as }) =>
    (await as.post('/v2/scenario_models', { title: 'Growth' })).body.token,
  report_forecast_token: async (account) =>
    (await account.as.post('/v2/report_forecasts', await reportForecastBody(account))).body.token,
  financial_commitment_report_token: async ({ as, workspace }) =>
    (
      await as.post('/v2/financial_commitment_reports', {
        title: 'Plans',
        workspace_token: workspace.token,
      })
    ).body.token,
  managed_account_token: async ({ as }) =>
    (await as.post('/v2/managed_accounts', managedAccountBody())).body.token,
  billing_rule_token: async ({ as }) =>
    (await as.post('/v2/billing_rules', billingRuleBody)).body.token,
  budget_token: async ({ as, workspace }) =>
    (await as.post('/v2/budgets', { name: 'Cloud', workspace_token: workspace.token })).body.token,
  budget_alert_token: async (account) =>
    (await account.as.post('/v2/budget_alerts', await budgetAlertBody(account))).body.token,
  report_notification_token: async (account) =>
    (await account.as.post('/v2/report_notifications', await reportNotificationBody(account))).body
      .token,
  dashboard_notification_token: async (account) =>
    (await account.as.post('/v2/dashboard_notifications', await dashboardNotificationBody(account)))
      .body.token,
  anomaly_alert_token: newAnomaly,
  anomaly_event_token: newAnomaly,
  anomaly_notification_token: async (account) =>
    (await account.as.post('/v2/anomaly_notifications', await anomalyNotificationBody(account)))
      .body.token,
  channel_token: async (account) =>
    (await account.as.post('/v2/channels', channelBody(account))).body.token,
  mute_token: async (account) =>
    (await account.as.post('/v2/mutes', await muteBody(account))).body.token,
  /** The refused test of a channel, whose port nothing listens on. */
  delivery_token: async (account) => {
    const channel = await factories['channel_token']!(account);
    return (await account.as.post(`/v2/channels/${channel}/test`)).body.token;
  },
  kubernetes_efficiency_report_token: async ({ as, workspace }) =>
    (
      await as.post('/v2/kubernetes_efficiency_reports', {
        title: 'Clusters',
        workspace_token: workspace.token,
      })
    ).body.token,
  cost_alert_token: async (account) =>
    (await account.as.post('/v2/cost_alerts', await costAlertBody(account))).body.token,
  network_flow_report_token: async ({ as, workspace }) =>
    (await as.post('/v2/network_flow_reports', { title: 'N', workspace_token: workspace.token }))
      .body.token,
  /** Belongs to the most recently created cost alert. */
  event_token: async ({ app, as, account }) => {
    const { cost_alerts: alerts } = (await as.get('/v2/cost_alerts')).body;
    if (alerts.length === 0) return 'cstm_alrt_evnt_0000000000000000';
    const [{ token: alert_token, workspace_token, report_tokens }] = alerts;
    const token = newToken('cstm_alrt_evnt');
    await app.services.db
      .insertInto('cost_alert_events')
      .values({
        token,
        account_token: account.token,
        workspace_token,
        alert_token,
        report_token: report_tokens[0],
        group_key: token,
        interval: 'day',
        interval_start: '2026-03-09',
        triggered_on: '2026-03-09',
        description: 'Day over day costs for aws increased by $1.0.',
        metadata: JSON.stringify({
          change_in_cost: '1.0',
          change_in_percentage: null,
          previous_cost: '0.0',
          current_cost: '1.0',
          groupings: ['aws'],
          interval: 'day',
          interval_start: '2026-03-09',
          previous_interval_start: '2026-03-08',
        }),
        annotation_token: null,
        created_at: new Date('2026-03-10T09:00:00Z'),
      })
      .execute();
    return token;
  },
  recommendation_token: newRecommendation,
  recommendation_view_token: async (account) =>
    (await account.as.post('/v2/recommendation_views', recommendationViewBody(account))).body.token,
  type: async () => 'aws:ebs:gp2-to-gp3',
  /** Of the most recent recommendation, where there is one. */
  resource_token: async (account) => {
    const newest = await account.app.services.db
      .selectFrom('resources')
      .select('token')
      .where('account_token', '=', account.account.token)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return newest?.token ?? newResource(account);
  },
  /** A unique tag key, so that the costs of other accounts do not have it. */
  key: async (account) => {
    const key = `tag-${randomUUID()}`;
    await importCharges(account, [{ day: '2026-03-01', cost: '1', tags: { [key]: 'x' } }]);
    return key;
  },
  token: async ({ as }) => (await as.post('/v2/virtual_tag_configs', virtualTagBody())).body.token,
  virtual_tag_config_token: async (account) => factories['token']!(account),
  /** Belongs to the most recently created virtual tag. */
  virtual_tag_config_value_token: async ({ as }) => {
    const { virtual_tag_configs: configs } = (await as.get('/v2/virtual_tag_configs')).body;
    const path = `/v2/virtual_tag_configs/${configs.at(-1).token}/values`;
    return (await as.post(path, virtualTagValueBody)).body.token;
  },
  request_id: async ({ as }) => {
    const token = (await as.post('/v2/virtual_tag_configs', virtualTagBody())).body.token;
    return (await as.put(`/v2/virtual_tag_configs/${token}/async`, { overridable: false })).body
      .request_id;
  },
  load_id: async (account) => {
    const integration = await factories['integration_token']!(account);
    await account.as.post(`/v2/integrations/${integration}/costs.csv`, costsCsv);
    return String((await account.as.get('/console/imports')).body.loads[0].load_id);
  },
  run_id: async ({ app, account }) => {
    const now = new Date('2026-03-10T09:00:00Z');
    const { run_id } = await app.services.db
      .insertInto('import_runs')
      .values({
        account_token: account.token,
        file_names: ['a.csv'],
        status: 'failed',
        runner: 'other',
        seen_at: now,
        started_at: now,
      })
      .returning('run_id')
      .executeTakeFirstOrThrow();
    return String(run_id);
  },
  object_token: async (account) => {
    const token = await factories['cost_report_token']!(account);
    await account.as.put(`/console/favourites/${token}`);
    return token;
  },
  // The price catalogue ships with the release, the same for every account.
  product_id: async () => 'aws-ec2-m5_large',
  id: async () => 'aws-ec2-m5_large',
  second_factor_token: async (account) => newSecondFactor(account, account.owner.token),
  scim_token: async ({ as }) =>
    (await as.post('/console/scim_tokens', { description: 'x' })).body.token,
  credential_id: async ({ as }) =>
    String((await as.post('/console/credentials', { description: 'x', scopes: ['read'] })).body.id),
};

const billingRuleBody = { type: 'exclusion', title: 'No fees', charge_type: 'RIFee' };

async function newSecondFactor({ app }: Account, user_token: string): Promise<string> {
  const token = newToken('scnd_fctr');
  await app.services.db
    .insertInto('second_factors')
    .values({
      token,
      user_token,
      kind: 'totp',
      name: 'Phone',
      secret: Buffer.from('x'),
      last_step: null,
      credential_id: null,
      public_key: null,
      counter: null,
      transports: null,
      created_at: new Date('2026-03-10T09:00:00Z'),
      last_used_at: null,
    })
    .execute();
  return token;
}

const reportForecastBody = async (account: Account) => ({
  title: 'Plan',
  cost_report_token: await factories['cost_report_token']!(account),
  scenario_model_tokens: [await factories['scenario_model_token']!(account)],
});

const budgetAlertBody = async (account: Account) => ({
  budget_tokens: [await factories['budget_token']!(account)],
  threshold: 80,
  duration_in_days: '',
});
const reportNotificationBody = async (account: Account) => ({
  title: 'Weekly costs',
  cost_report_token: await factories['cost_report_token']!(account),
  frequency: 'weekly',
  change: 'percentage',
});
const dashboardNotificationBody = async (account: Account) => ({
  title: 'Monday review',
  dashboard_token: await factories['dashboard_token']!(account),
  frequency: 'weekly',
});
const anomalyNotificationBody = async (account: Account) => ({
  cost_report_token: await factories['cost_report_token']!(account),
});
const recommendationViewBody = ({ workspace }: Account) => ({
  title: 'Storage',
  workspace_token: workspace.token,
});
const managedAccountBody = () => ({
  name: 'Customer',
  contact_email: `contact-${randomUUID()}@example.com`,
  email_domain: `${randomUUID()}.test`,
});
const samlBody = async () => ({
  type: 'saml',
  saml_metadata_url: (await sharedSamlProvider()).metadataUrl,
});
const ssoConnectionBody = async () => ({
  ...(await samlBody()),
  domains: [`${randomUUID()}.test`],
});
const createManagedSso = async ({ as }: Account, tokens: Tokens) => {
  const account = tokens['managed_account_token'];
  await as.post(`/v2/managed_accounts/${account}/sso_connection`, await samlBody());
};
const channelBody = ({ workspace }: Account) => ({
  name: 'Tickets',
  kind: 'webhook',
  settings: { url: 'http://127.0.0.1:1/farthing' },
  secret: 'a secret of some length',
  workspace_token: workspace.token,
});
const costAlertBody = async (account: Account) => ({
  title: 'Spikes',
  interval: 'day',
  threshold: 100,
  unit_type: 'currency',
  workspace_token: account.workspace.token,
  report_tokens: [await factories['cost_report_token']!(account)],
});
const muteBody = async (account: Account) => ({
  object_token: await factories['channel_token']!(account),
  starts_at: '2026-03-10T20:00:00Z',
  ends_at: '2026-03-11T06:00:00Z',
});

type Tokens = Record<string, string>;

/** A multipart body; the server detects its boundary. */
const costsCsv = Buffer.from(
  '--X\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\n' +
    'ChargePeriodStart,ChargeCategory,BilledCost,ServiceName\n2026-01-01,Usage,1,Storage\n\r\n--X--\r\n',
);

const valuesCsv = Buffer.from(
  '--X\r\nContent-Disposition: form-data; name="csv"\r\n\r\ndate,amount\n2026-01-01,1\n\r\n--X--\r\n',
);
const virtualTagBody = () => ({ key: `Team ${randomUUID()}`, overridable: true });
const virtualTagValueBody = { filter: "costs.provider = 'aws'", name: 'web' };

/** A valid body, by operation. */
export const bodies: Record<string, (account: Account, tokens: Tokens) => Promise<object>> = {
  updateMe: async () => ({ default_dashboard_token: null }),
  updateUser: async () => ({ default_dashboard_token: null }),
  createTeam: async () => ({ name: 'Platform' }),
  updateTeam: async () => ({ name: 'Platform 2' }),
  addTeamMember: async (account) => ({
    user_email: (await account.newUser('viewer')).email,
    role: 'editor',
  }),
  createBillingProfile: async () => ({ nickname: 'Europe' }),
  updateBillingProfile: async () => ({ nickname: 'Asia' }),
  createInvoice: async (account) => {
    await newProfile(account);
    const managed = await newManagedAccount(account);
    return {
      account_token: managed.account.token,
      billing_period_start: '2026-02-01',
      billing_period_end: '2026-02-28',
    };
  },
  downloadInvoice: async () => ({ file_type: 'pdf' }),
  createWorkspace: async () => ({ name: 'Third' }),
  updateWorkspace: async () => ({ name: 'Renamed' }),
  createAccessGrant: async (account) => ({
    resource_token: await factories['folder_token']!(account),
    team_token: account.everyone.token,
  }),
  updateAccessGrant: async () => ({ access: 'denied' }),
  createUserFeedback: async () => ({ message: 'Good' }),
  createFolder: async ({ workspace }) => ({ title: 'F', workspace_token: workspace.token }),
  updateFolder: async () => ({ title: 'G' }),
  createSavedFilter: async ({ workspace }) => ({ title: 'S', workspace_token: workspace.token }),
  updateSavedFilter: async () => ({ title: 'T' }),
  createCostReport: async ({ workspace }) => ({ title: 'C', workspace_token: workspace.token }),
  updateCostReport: async () => ({ title: 'D' }),
  createCostReportComment: async () => ({ text: 'Why?' }),
  updateCostReportComment: async () => ({ text: 'Because.' }),
  createResourceReport: async ({ workspace }) => ({ workspace_token: workspace.token }),
  updateResourceReport: async () => ({ title: 'Volumes' }),
  createSegment: async ({ workspace }) => ({ title: 'S', workspace_token: workspace.token }),
  updateSegment: async () => ({ title: 'T' }),
  createDashboard: async ({ workspace }) => ({ title: 'D', workspace_token: workspace.token }),
  updateDashboard: async () => ({ title: 'E' }),
  updateDashboardLayout: async () => ({
    items: [{ kind: 'text', text: 'Notes', x: 0, y: 0, width: 6, height: 2 }],
  }),
  createAnnotation: async (account) => ({
    report_tokens: [await factories['cost_report_token']!(account)],
    date: '2026-03-01',
    message: 'Released',
  }),
  updateAnnotation: async () => ({ message: 'Released again' }),
  createCanvas: async ({ workspace }) => ({
    title: 'C',
    prompt: 'Show me monthly costs by provider',
    workspace_token: workspace.token,
  }),
  createNetworkFlowReport: async ({ workspace }) => ({
    title: 'N',
    workspace_token: workspace.token,
  }),
  updateNetworkFlowReport: async () => ({ title: 'M' }),
  updateCanvas: async () => ({ prompt: 'daily costs' }),
  updateIntegration: async ({ workspace }) => ({ workspace_tokens: [workspace.token] }),
  createCustomProviderIntegration: async () => ({ name: 'Custom' }),
  createGCPIntegration: async () => ({
    billing_account_id: '012345-6789AB-CDEF01',
    project_id: 'p',
    dataset_name: 'd',
  }),
  createAzureIntegration: async () => ({ tenant: 't', app_id: 'a', password: 'p' }),
  createKubernetesIntegration: async () => ({ cluster_id: 'prod' }),
  createKubernetesEfficiencyReport: async ({ workspace }) => ({
    title: 'Clusters',
    workspace_token: workspace.token,
  }),
  updateKubernetesEfficiencyReport: async () => ({ title: 'Nodes' }),
  createKubernetesEfficiencyReportExport: async ({ workspace }) => ({
    workspace_token: workspace.token,
  }),
  createUserCostsUploadViaCsv: async () => costsCsv,
  createCostExport: async ({ workspace }) => ({
    filter: "costs.provider = 'aws'",
    workspace_token: workspace.token,
  }),
  createBusinessMetric: async () => ({ title: 'Orders' }),
  updateBusinessMetric: async () => ({
    values: [{ date: '2026-01-01T00:00:00.000Z', amount: 12.5, label: '' }],
  }),
  createUnitCostsExport: async (account) => ({
    cost_report_token: await factories['cost_report_token']!(account),
  }),
  updateBusinessMetricValuesCSV: async () => valuesCsv,
  updateTag: async (account) => ({ tag_key: await factories['key']!(account), hidden: true }),
  createVirtualTagConfig: async () => virtualTagBody(),
  previewVirtualTagConfig: async ({ workspace }) => ({
    ...virtualTagBody(),
    values: [virtualTagValueBody],
    workspace_token: workspace.token,
  }),
  updateVirtualTagConfig: async () => ({ values: [virtualTagValueBody] }),
  updateAsyncVirtualTagConfig: async () => ({ values: [virtualTagValueBody] }),
  createVirtualTagConfigValue: async () => virtualTagValueBody,
  updateVirtualTagConfigValue: async () => ({ name: 'mobile' }),
  createScenarioModel: async () => ({ title: 'Growth' }),
  updateScenarioModel: async () => ({ title: 'Decline' }),
  createReportForecast: reportForecastBody,
  updateReportForecast: async () => ({ title: 'Other plan' }),
  createFinancialCommitmentReport: async ({ workspace }) => ({
    title: 'Plans',
    workspace_token: workspace.token,
  }),
  updateFinancialCommitmentReport: async () => ({ date_bucket: 'day' }),
  createManagedAccount: async () => managedAccountBody(),
  setSsoConnection: ssoConnectionBody,
  createSsoConnectionForManagedAccount: samlBody,
  updateSsoConnectionForManagedAccount: async (account, tokens) => {
    await createManagedSso(account, tokens);
    return { additional_domains: [`${randomUUID()}.test`] };
  },
  updateManagedAccount: async () => ({ payment_terms_days: 30 }),
  createManagedAccountAccess: async () => ({ scopes: ['read'] }),
  createBillingRule: async () => billingRuleBody,
  previewBillingRules: async (account) => ({
    managed_account_token: (await newManagedAccount(account)).account.token,
  }),
  updateBillingRule: async () => ({ apply_to_all: true }),
  createBudget: async ({ workspace }) => ({ name: 'B', workspace_token: workspace.token }),
  updateBudget: async () => ({ periods: [{ start_at: '2026-01-01', amount: 100 }] }),
  createBudgetAlert: budgetAlertBody,
  updateBudgetAlert: async () => ({ threshold: 90 }),
  createReportNotification: reportNotificationBody,
  updateReportNotification: async () => ({ frequency: 'daily' }),
  createDashboardNotification: dashboardNotificationBody,
  updateDashboardNotification: async () => ({ frequency: 'daily' }),
  createDashboardFile: async () => ({}),
  updateAnomalyAlert: async () => ({ status: 'archived', feedback: 'Planned' }),
  updateAnomalyEvent: async () => ({ status: 'acknowledged', feedback: 'Planned' }),
  dismissRecommendation: async () => ({ reason: 'Planned' }),
  dismissRecommendationResource: async () => ({ reason: 'Planned' }),
  createRecommendationView: async (account) => recommendationViewBody(account),
  updateRecommendationView: async () => ({ min_savings: 10 }),
  createAnomalyNotification: anomalyNotificationBody,
  updateAnomalyNotification: async () => ({ threshold: 50 }),
  backtestAnomalyNotification: anomalyNotificationBody,
  createChannel: async (account) => channelBody(account),
  updateChannel: async () => ({ name: 'Chat' }),
  createMute: muteBody,
  updateMute: async () => ({ ends_at: '2026-03-12T06:00:00Z' }),
  backtestBudgetAlert: budgetAlertBody,
  createCostAlert: costAlertBody,
  updateCostAlert: async (account) => ({
    threshold: 90,
    report_tokens: [await factories['cost_report_token']!(account)],
  }),
  backtestCostAlert: costAlertBody,
  createAWSIntegration: async () => ({
    role_arn: 'arn:aws:iam::123456789012:role/farthing',
    url: 's3://bills/cur',
  }),
  createWatchedIntegration: async () => ({ provider: 'gcp', name: 'W', url: 'gs://bills/x' }),
  changeConsoleIntegration: async () => ({ allow_overlap: true }),
  setIntegrationLocation: async () => ({ url: 's3://bills/focus' }),
  createMetricsIntegration: async () => ({
    provider: 'datadog',
    name: 'Datadog',
    api_key: 'a',
    application_key: 'b',
  }),
  setMetricsAccess: async ({ app, account }, tokens) => {
    await app.services.db
      .updateTable('integrations')
      .set({ provider: 'datadog' })
      .where('token', '=', tokens['integration_token'] ?? '')
      .where('account_token', '=', account.token)
      .execute();
    return { api_key: 'a', application_key: 'b' };
  },
  createCredential: async () => ({ description: 'Automation', scopes: ['read'] }),
  inviteUser: async () => ({ email: `new-${Date.now()}-${Math.random()}@example.com` }),
  setSecondFactorRule: async () => ({ is_required: true }),
  createScimToken: async () => ({ description: 'Directory' }),
  setUserRole: async () => ({ role: 'editor' }),
  setProfile: async () => ({ name: 'Ada' }),
  setPassword: async ({ app, owner }) => {
    const current_password = 'correct horse battery';
    await app.services.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(current_password) })
      .where('token', '=', owner.token)
      .execute();
    return { current_password, password: 'staple correct horse' };
  },
};

/** Preparation for operations that need more than a body to succeed. */
export const setups: Record<string, (account: Account, tokens: Tokens) => Promise<void>> = {
  deleteSsoConnection: async ({ as }) => {
    await as.put('/v2/sso_connection', await ssoConnectionBody());
  },
  deleteSsoConnectionForManagedAccount: createManagedSso,
  removeTeamMember: async ({ as, app }, tokens) => {
    const user = await app.services.db
      .selectFrom('users')
      .select('email')
      .where('token', '=', tokens['user_token']!)
      .executeTakeFirstOrThrow();
    await as.post(`/v2/teams/${tokens['team_token']}/members`, {
      user_email: user.email,
      role: 'viewer',
    });
  },
  resetUserSecondFactors: async (account, tokens) => {
    await newSecondFactor(account, tokens['user_token']!);
  },
  // An upload belongs to an integration, so it can only be created once that exists.
  deleteUserCostsUpload: async ({ as }, tokens) => {
    const path = `/v2/integrations/${tokens['integration_token']}/costs.csv`;
    tokens['user_costs_upload_token'] = (await as.post(path, costsCsv)).body.token;
  },
};

/** Operations on objects that all accounts share. */
export const sharedObjects = new Set(['getProduct', 'getPrices', 'getPrice']);

/** Operations that owners of a managed account are refused: they are about the installation. */
export const operatorOnly = new Set(['getHealth']);

/** Operations that cannot succeed with a bearer credential. */
export const needsSession = new Set([
  'deleteSession',
  'createTotpFactor',
  'confirmTotpFactor',
  'createPasskeyFactor',
  'confirmPasskeyFactor',
  'deleteSecondFactor',
  'createRecoveryCodes',
]);

const workspaceQuery = async ({ workspace }: Account) => `workspace_token=${workspace.token}`;
const costsQuery = async (account: Account) =>
  `${await workspaceQuery(account)}&filter=${encodeURIComponent("costs.provider = 'aws'")}`;

/** Required query parameters of lists, besides page and limit. */
export const queries: Record<string, (account: Account) => Promise<string>> = {
  getCosts: costsQuery,
  getCostPlan: costsQuery,
  getCostChanges: costsQuery,
  getCostSeries: costsQuery,
  getCostDateBins: costsQuery,
  getSegmentCosts: workspaceQuery,
  getTagCosts: workspaceQuery,
  getBudgetStatus: workspaceQuery,
  getTeamCosts: workspaceQuery,
  getAttention: workspaceQuery,
  getKubernetesEfficiency: workspaceQuery,
  getCommitmentStatus: workspaceQuery,
  explainCost: async (account) => {
    await factories['key']!(account);
    return `${await costsQuery(account)}&groupings=provider&accrued_at=2026-03-01&group={"provider":"aws"}`;
  },
  getUnitCosts: async (account) =>
    `cost_report_token=${await factories['cost_report_token']!(account)}`,
  getLabelUnitCosts: async (account) => {
    const report = await factories['cost_report_token']!(account);
    const metric = await account.as.post('/v2/business_metrics', {
      title: 'Orders',
      cost_report_tokens_with_metadata: [{ cost_report_token: report }],
    });
    return `cost_report_token=${report}&business_metric_token=${metric.body.token}`;
  },
  getCostProviderAccounts: workspaceQuery,
  getRecommendationTypeResources: workspaceQuery,
  getReportResources: workspaceQuery,
  getNetworkFlowCoverage: workspaceQuery,
  getNetworkFlowLogs: async (account) => {
    await importFlows(account, [flowRecord({})]);
    return `${await workspaceQuery(account)}&date_interval=last_7_days&filter=${encodeURIComponent("network_flow_logs.region = 'us-east-1'")}`;
  },
  getReportForecasts: async (account) =>
    `cost_report_token=${await factories['cost_report_token']!(account)}`,
};
