import { accessGrants } from '../pages/access-grants/index.js';
import { anomalies } from '../pages/anomaly-alerts/index.js';
import { anomalyNotifications } from '../pages/anomaly-notifications/index.js';
import { auditLog } from '../pages/audit-logs/index.js';
import { billingRules } from '../pages/billing-rules/index.js';
import { billingProfiles } from '../pages/billing-profiles/index.js';
import { budgetAlerts } from '../pages/budget-alerts/index.js';
import { budgets } from '../pages/budgets/index.js';
import { businessMetrics } from '../pages/business-metrics/index.js';
import { canvases } from '../pages/canvases/index.js';
import { changes } from '../pages/changes/index.js';
import { costAlerts } from '../pages/cost-alerts/index.js';
import { channels } from '../pages/channels/index.js';
import { costReports } from '../pages/cost-reports/index.js';
import { dashboardNotifications } from '../pages/dashboard-notifications/index.js';
import { dashboards } from '../pages/dashboards/index.js';
import { deliveryLog } from '../pages/deliveries/index.js';
import { exchangeRates } from '../pages/exchange-rates/index.js';
import { commitments } from '../pages/financial-commitments/index.js';
import { explore } from '../pages/explore/index.js';
import { health } from '../pages/health/index.js';
import { integrations } from '../pages/integrations/index.js';
import { invoices } from '../pages/invoices/index.js';
import { kubernetes } from '../pages/kubernetes-efficiency-reports/index.js';
import { managedAccounts } from '../pages/managed-accounts/index.js';
import { networkFlows } from '../pages/network-flow-logs/index.js';
import { overview } from '../pages/overview/index.js';
import { prices } from '../pages/prices/index.js';
import { profile } from '../pages/profile/index.js';
import { recommendations } from '../pages/recommendations/index.js';
import { resourceReports } from '../pages/resource-reports/index.js';
import { resources } from '../pages/resources/index.js';
import { forecasts } from '../pages/report-forecasts/index.js';
import { reportNotifications } from '../pages/report-notifications/index.js';
import { savedFilters } from '../pages/saved-filters/index.js';
import { scenarioModels } from '../pages/scenario-models/index.js';
import { segments } from '../pages/segments/index.js';
import { singleSignOn } from '../pages/single-sign-on/index.js';
import { start } from '../pages/start/index.js';
import { tags } from '../pages/tags/index.js';
import { teams } from '../pages/teams/index.js';
import { tokens } from '../pages/tokens/index.js';
import { users } from '../pages/users/index.js';
import { virtualTags } from '../pages/virtual-tag-configs/index.js';
import { workspaces } from '../pages/workspaces/index.js';
import type { Page } from '../parts/page.js';

/** Every page of the console; sidebar, routes, search and the browser tests read this list. */
const groups = [
  overview,
  start,
  explore,
  changes,
  costReports,
  dashboards,
  segments,
  canvases,
  resources,
  resourceReports,
  kubernetes,
  networkFlows,
  commitments,
  savedFilters,
  virtualTags,
  tags,
  businessMetrics,
  budgets,
  forecasts,
  scenarioModels,
  anomalies,
  costAlerts,
  budgetAlerts,
  reportNotifications,
  dashboardNotifications,
  anomalyNotifications,
  recommendations,
  managedAccounts,
  billingRules,
  billingProfiles,
  invoices,
  integrations,
  exchangeRates,
  prices,
  workspaces,
  users,
  teams,
  accessGrants,
  tokens,
  singleSignOn,
  channels,
  deliveryLog,
  auditLog,
  health,
  profile,
];

export const pages: Page[] = groups.flatMap((group) => group.pages);
