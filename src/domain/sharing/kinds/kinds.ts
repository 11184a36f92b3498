import { type Kind, namelessKind } from '../../../platform/kernel/kind.js';
import { prefixOf } from '../../../platform/lib/tokens.js';
import { workspaces } from '../../account/workspaces/index.js';
import { billingProfiles } from '../../billing/billing-profiles/index.js';
import { billingRules } from '../../billing/billing-rules/index.js';
import { invoices } from '../../billing/invoices/index.js';
import { managedAccounts } from '../../billing/managed-accounts/index.js';
import { virtualTags } from '../../costs/virtual-tags/index.js';
import { costsUploads, listedIntegrations } from '../../intake/integrations/index.js';
import { financialCommitmentReports } from '../../optimise/financial-commitments/index.js';
import { kubernetesEfficiencyReports } from '../../optimise/kubernetes/index.js';
import { networkFlowReports } from '../../optimise/network-flows/index.js';
import { recommendations, recommendationViews } from '../../optimise/recommendations/index.js';
import { resourceReports } from '../../optimise/resources/index.js';
import { teams, users } from '../../people/users/index.js';
import { annotations } from '../../reports/annotations/index.js';
import { businessMetrics } from '../../reports/business-metrics/index.js';
import { canvases } from '../../reports/canvases/index.js';
import { costReports, reportForecasts } from '../../reports/cost-reports/index.js';
import { dashboards } from '../../reports/dashboards/index.js';
import { folders } from '../../reports/folders/index.js';
import { savedFilters } from '../../reports/saved-filters/index.js';
import { scenarioModels } from '../../reports/scenario-models/index.js';
import { segments } from '../../reports/segments/index.js';
import { anomalyAlerts } from '../../watch/anomalies/index.js';
import { anomalyNotifications } from '../../watch/anomaly-notifications/index.js';
import { budgetAlerts } from '../../watch/budget-alerts/index.js';
import { budgets } from '../../watch/budgets/index.js';
import { costAlertEvents, costAlerts } from '../../watch/cost-alerts/index.js';
import { channels } from '../../watch/delivery/index.js';
import { dashboardNotifications } from '../../watch/dashboard-notifications/index.js';
import { reportNotifications } from '../../watch/report-notifications/index.js';
import { accessGrants } from '../access-grants/index.js';

/** Kinds of objects, each declared with its entity, in the order in which the console lists them. */
export const kinds: readonly Kind[] = [
  ...[
    costReports,
    folders,
    savedFilters,
    dashboards,
    segments,
    canvases,
    businessMetrics,
    scenarioModels,
    reportForecasts,
    annotations,
    budgets,
    budgetAlerts,
    costAlerts,
    costAlertEvents,
    anomalyAlerts,
    anomalyNotifications,
    reportNotifications,
    dashboardNotifications,
    recommendations,
    recommendationViews,
    resourceReports,
    financialCommitmentReports,
    kubernetesEfficiencyReports,
    networkFlowReports,
    billingRules,
    managedAccounts,
    invoices,
    billingProfiles,
    listedIntegrations,
    costsUploads,
    workspaces,
    teams,
    users,
    accessGrants,
    channels,
    virtualTags,
  ].map(({ asKind }) => asKind),
  // Found in their own lists alone.
  namelessKind('adt_lg', 'Change', '/audit-log/{token}'),
  namelessKind('prvdr_rsrc', 'Resource', '/resources/{token}'),
  namelessKind('dta_xprt', 'Data export'),
  namelessKind('fdbck', 'Feedback'),
  namelessKind('vtag_val', 'Value of a virtual tag'),
];

/** Whether a token belongs to a kind whose objects access grants cannot name. */
export const cannotCarryGrants = (token: string): boolean =>
  kindOfToken(token)?.isGrantable === false;

/** The kind of the object that a token belongs to. */
export const kindOfToken = (token: string): Kind | undefined =>
  kinds.find(({ prefix }) => prefix === prefixOf(token));
