import { accessGrants } from './access-grants/index.js';
import { auditLog } from './audit-log/index.js';
import { businessMetrics } from './business-metrics/index.js';
import { canvases } from './canvases/index.js';
import { costReports } from './cost-reports/index.js';
import { dashboards } from './dashboards/index.js';
import { exchangeRates } from './exchange-rates/index.js';
import { explore } from './explore/index.js';
import { forecasts } from './forecasts/index.js';
import { integrations } from './integrations/index.js';
import { overview } from './overview/index.js';
import type { Page, SearchedObjects } from './page.js';
import { profile } from './profile/index.js';
import { savedFilters } from './saved-filters/index.js';
import { scenarioModels } from './scenario-models/index.js';
import { segments } from './segments/index.js';
import { start } from './start/index.js';
import { tags } from './tags/index.js';
import { teams } from './teams/index.js';
import { tokens } from './tokens/index.js';
import { users } from './users/index.js';
import { virtualTags } from './virtual-tags/index.js';
import { workspaces } from './workspaces/index.js';

/** Every page of the console; the rail, the routes, the search and the browser tests read this list. */
const groups = [
  overview,
  start,
  explore,
  costReports,
  dashboards,
  segments,
  canvases,
  savedFilters,
  virtualTags,
  tags,
  businessMetrics,
  forecasts,
  scenarioModels,
  integrations,
  exchangeRates,
  workspaces,
  teams,
  users,
  accessGrants,
  tokens,
  auditLog,
  profile,
];

export const pages: Page[] = groups.flatMap((group) => group.pages);
export const searched: SearchedObjects[] = groups.flatMap((group) => group.searched ?? []);
