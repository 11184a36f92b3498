import type { Operation } from '../platform/kernel/operation.js';
import { accessGrants } from './access-grants/access-grants.js';
import { annotations } from './annotations/annotations.js';
import { auditLogs } from './audit-logs/audit-logs.js';
import { canvases } from './canvases/canvases.js';
import { businessMetricOperations } from './business-metrics/index.js';
import { createDemo } from './console/demo.js';
import { consoleOperations } from './console/index.js';
import { getCostProviderAccounts } from './cost-provider-accounts/cost-provider-accounts.js';
import { getCostProviders } from './cost-providers/cost-providers.js';
import { costReports } from './cost-reports/cost-reports.js';
import { getForecastBacktest } from './cost-reports/forecast-backtest.js';
import { getForecastedCosts } from './cost-reports/forecasted-costs.js';
import { createCostExport } from './costs/cost-exports.js';
import { getDataExport } from './data-exports/data-exports.js';
import { exchangeRates } from './exchange-rates/exchange-rates.js';
import { getCostServices } from './cost-services/cost-services.js';
import { getCosts } from './costs/costs.js';
import { explainCost } from './costs/explain.js';
import { folders } from './folders/folders.js';
import { integrationOperations } from './integrations/index.js';
import { me } from './me/me.js';
import { dashboards } from './dashboards/dashboards.js';
import { descriptionOperations } from './oas-v3/oas-v3.js';
import { ping } from './ping/ping.js';
import { reconciliation } from './reconciliation/reconciliation.js';
import { reportForecasts } from './report-forecasts/report-forecasts.js';
import { savedFilters } from './saved-filters/saved-filters.js';
import { scenarioModels } from './scenario-models/scenario-models.js';
import { segments } from './segments/segments.js';
import { getTags, getTagValues } from './tags/tags.js';
import { updateTag } from './tags/update-tag.js';
import { teamMembers } from './teams/members.js';
import { teams } from './teams/teams.js';
import { createUnitCostsExport } from './unit-costs/unit-cost-exports.js';
import { getUnitCosts } from './unit-costs/unit-costs.js';
import { createUserFeedback } from './user-feedback/user-feedback.js';
import { users } from './users/users.js';
import { virtualTags } from './virtual-tag-configs/index.js';
import { workspaces } from './workspaces/workspaces.js';

/** Every operation of the service. The server, the description and the contract tests read this list. */
export function allOperations(options: { openDescription: boolean }): Operation[] {
  const operations: Operation[] = [
    ping,
    ...me,
    ...users,
    ...teams.operations,
    ...teamMembers,
    ...workspaces.operations,
    ...accessGrants.operations,
    ...auditLogs,
    createUserFeedback,
    ...costReports.operations,
    getForecastedCosts,
    getForecastBacktest,
    ...scenarioModels.operations,
    ...reportForecasts,
    getCosts,
    explainCost,
    getCostProviders,
    getCostProviderAccounts,
    getCostServices,
    getTags,
    updateTag,
    getTagValues,
    ...virtualTags,
    ...folders.operations,
    ...savedFilters.operations,
    ...segments.operations,
    ...dashboards.operations,
    ...annotations,
    ...canvases.operations,
    ...integrationOperations,
    ...exchangeRates,
    ...businessMetricOperations,
    getUnitCosts,
    createUnitCostsExport,
    createCostExport,
    getDataExport,
    reconciliation,
    ...consoleOperations,
    createDemo(() => operations),
    ...descriptionOperations(() => operations, options.openDescription),
  ];
  return operations;
}
