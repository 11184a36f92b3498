import type { Operation } from '../platform/kernel/operation.js';
import { accessGrantResource } from './access-grants/access-grants.js';
import { annotationOperations } from './annotations/annotations.js';
import { anomalyAlertOperations } from './anomaly-alerts/anomaly-alerts.js';
import { getAnomalyDays } from './anomaly-alerts/anomaly-days.js';
import { anomalyEventOperations } from './anomaly-events/anomaly-events.js';
import { anomalyNotificationResource } from './anomaly-notifications/anomaly-notifications.js';
import { backtestAnomalyNotification } from './anomaly-notifications/backtest.js';
import { auditLogs } from './audit-logs/audit-logs.js';
import { billingRuleOperations } from './billing-rules/billing-rules.js';
import { billingRulePreviewOperations } from './billing-rules/preview.js';
import { billingProfileOperations } from './billing-profiles/billing-profiles.js';
import { backtestBudgetAlerts } from './budget-alerts/backtest.js';
import { budgetAlertResource } from './budget-alerts/budget-alerts.js';
import { getBudgetAlertEvents } from './budget-alerts/budget-alert-events.js';
import { getBudgetMonths } from './budgets/budget-months.js';
import { getBudgetStatus } from './budgets/budget-status.js';
import { budgetOperations } from './budgets/budgets.js';
import { canvasResource } from './canvases/canvases.js';
import { businessMetricOperations } from './business-metrics/index.js';
import { channelOperations } from './channels/channels.js';
import { consoleOperations } from './console/index.js';
import { backtestCostAlerts } from './cost-alerts/backtest.js';
import { costAlertResource } from './cost-alerts/cost-alerts.js';
import { costAlertEventOperations } from './cost-alerts/events.js';
import { getCostProviderAccounts } from './cost-provider-accounts/cost-provider-accounts.js';
import { getCostProviders } from './cost-providers/cost-providers.js';
import { costReportCommentOperations } from './cost-reports/comments.js';
import { costReportResource } from './cost-reports/cost-reports.js';
import { getAppliedFilters } from './cost-reports/applied-filters.js';
import { getForecastBacktest } from './cost-reports/forecast-backtest.js';
import { getForecastMonths } from './cost-reports/forecast-months.js';
import { getForecastedCosts } from './cost-reports/forecasted-costs.js';
import { getPeriodForecast, getWorkspaceForecast } from './cost-reports/period-forecast.js';
import { createCostExport } from './costs/data-exports.js';
import { getDataExport } from './data-exports/data-exports.js';
import { deliveryOperations } from './deliveries/deliveries.js';
import { exchangeRates } from './exchange-rates/exchange-rates.js';
import { getCostServices } from './cost-services/cost-services.js';
import { getCosts } from './costs/costs.js';
import { getCostChanges } from './costs/cost-changes.js';
import { getCostDateBins } from './costs/cost-date-bins.js';
import { getCostPlan } from './costs/cost-plan.js';
import { getCostSeries } from './costs/cost-series.js';
import { getSegmentCosts } from './costs/segment-costs.js';
import { getTagCosts } from './costs/tag-costs.js';
import { getTeamCosts } from './costs/team-costs.js';
import { explainCost } from './costs/explain-cost.js';
import { getFinancialCommitmentFigures } from './financial-commitment-reports/figures.js';
import { financialCommitmentReportResource } from './financial-commitment-reports/financial-commitment-reports.js';
import { getCommitmentStatus } from './financial-commitments/commitment-status.js';
import { getFinancialCommitments } from './financial-commitments/financial-commitments.js';
import {
  getCommitmentOpportunities,
  simulateCommitment,
} from './financial-commitments/simulation.js';
import { folderResource } from './folders/folders.js';
import { integrationOperations } from './integrations/index.js';
import { invoiceOperations } from './invoices/invoices.js';
import { createKubernetesEfficiencyReportExport } from './kubernetes-efficiency-reports/data-exports.js';
import { getKubernetesEfficiency } from './kubernetes-efficiency-reports/efficiency.js';
import { kubernetesEfficiencyReportResource } from './kubernetes-efficiency-reports/kubernetes-efficiency-reports.js';
import { managedAccountOperations } from './managed-accounts/index.js';
import { me } from './me/me.js';
import { muteResource } from './mutes/mutes.js';
import { getNetworkFlowCoverage } from './network-flow-logs/coverage.js';
import { getNetworkFlowLogs } from './network-flow-logs/network-flow-logs.js';
import { networkFlowReportResource } from './network-flow-reports/network-flow-reports.js';
import { dashboardResource } from './dashboards/dashboards.js';
import { dashboardLayoutOperations } from './dashboards/layout.js';
import { ping } from './ping/ping.js';
import { priceOperations } from './prices/prices.js';
import { productOperations } from './products/products.js';
import { reconciliation } from './reconciliation/reconciliation.js';
import { recommendationOperations } from './recommendations/index.js';
import { recommendationViewResource } from './recommendation-views/recommendation-views.js';
import { reportForecastOperations } from './report-forecasts/report-forecasts.js';
import { dashboardNotificationResource } from './dashboard-notifications/dashboard-notifications.js';
import { reportNotificationResource } from './report-notifications/report-notifications.js';
import { resourceReportOperations } from './resource-reports/resource-reports.js';
import { resourceOperations } from './resources/resources.js';
import { savedFilterOperations } from './saved-filters/saved-filters.js';
import { scenarioModelOperations } from './scenario-models/scenario-models.js';
import { segmentResource } from './segments/segments.js';
import { ssoConnectionOperations } from './sso-connection/sso-connection.js';
import { getTags, getTagValues } from './tags/tags.js';
import { updateTag } from './tags/update-tag.js';
import { teamMembers } from './teams/members.js';
import { teamResource } from './teams/teams.js';
import { createUnitCostsExport } from './unit-costs/data-exports.js';
import { getLabelUnitCosts } from './unit-costs/label-unit-costs.js';
import { getUnitCosts } from './unit-costs/unit-costs.js';
import { createUserFeedback } from './user-feedback/user-feedback.js';
import { userOperations } from './users/users.js';
import { virtualTags } from './virtual-tag-configs/index.js';
import { workspaceResource } from './workspaces/workspaces.js';

/** Every operation under `/v2` and `/console`, save those that need the whole list, see operations.ts. */
export const apiOperations: readonly Operation[] = [
  ping,
  ...me,
  ...userOperations,
  ...teamResource.operations,
  ...teamMembers,
  ...workspaceResource.operations,
  ...accessGrantResource.operations,
  ...auditLogs,
  ...managedAccountOperations,
  createUserFeedback,
  ...costReportResource.operations,
  ...kubernetesEfficiencyReportResource.operations,
  createKubernetesEfficiencyReportExport,
  getKubernetesEfficiency,
  ...costReportCommentOperations,
  getForecastedCosts,
  getForecastBacktest,
  getPeriodForecast,
  getWorkspaceForecast,
  getForecastMonths,
  getAppliedFilters,
  ...scenarioModelOperations,
  ...reportForecastOperations,
  ...billingRulePreviewOperations,
  ...billingRuleOperations,
  ...billingProfileOperations,
  ...invoiceOperations,
  ...budgetOperations,
  getBudgetStatus,
  getBudgetMonths,
  ...budgetAlertResource.operations,
  ...anomalyAlertOperations,
  getAnomalyDays,
  ...anomalyEventOperations,
  ...anomalyNotificationResource.operations,
  backtestAnomalyNotification,
  ...channelOperations,
  ...muteResource.operations,
  ...deliveryOperations,
  backtestBudgetAlerts,
  ...costAlertResource.operations,
  ...costAlertEventOperations,
  backtestCostAlerts,
  ...reportNotificationResource.operations,
  ...dashboardNotificationResource.operations,
  getBudgetAlertEvents,
  getCosts,
  getCostChanges,
  getCostSeries,
  getCostPlan,
  getCostDateBins,
  getSegmentCosts,
  getTagCosts,
  getTeamCosts,
  explainCost,
  getCostProviders,
  getCostProviderAccounts,
  getCostServices,
  getTags,
  updateTag,
  getTagValues,
  ...virtualTags,
  ...folderResource.operations,
  ...savedFilterOperations,
  ...segmentResource.operations,
  ...ssoConnectionOperations,
  ...dashboardResource.operations,
  ...dashboardLayoutOperations,
  ...annotationOperations,
  ...canvasResource.operations,
  getFinancialCommitments,
  getCommitmentStatus,
  getCommitmentOpportunities,
  simulateCommitment,
  ...financialCommitmentReportResource.operations,
  getFinancialCommitmentFigures,
  ...integrationOperations,
  ...resourceOperations,
  ...resourceReportOperations,
  ...exchangeRates,
  ...productOperations,
  ...priceOperations,
  ...businessMetricOperations,
  getUnitCosts,
  getLabelUnitCosts,
  createUnitCostsExport,
  createCostExport,
  getDataExport,
  ...recommendationOperations,
  ...recommendationViewResource.operations,
  ...networkFlowReportResource.operations,
  getNetworkFlowLogs,
  getNetworkFlowCoverage,
  reconciliation,
  ...consoleOperations,
];
