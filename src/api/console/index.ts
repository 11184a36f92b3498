import { getAttention } from './attention.js';
import { dashboardFiles } from './dashboard-files.js';
import { credentials } from './credentials.js';
import { favourites } from './favourites.js';
import { getHealth } from './health.js';
import { imports } from './imports.js';
import { locations } from './locations.js';
import { mailServer } from './mail-server.js';
import { metricSources } from './metric-sources.js';
import { objects } from './objects.js';
import { owners } from './owners.js';
import { people } from './people.js';
import { profile } from './profile.js';
import { logInSteps } from './log-in-steps.js';
import { scimTokens } from './scim-tokens.js';
import { secondFactors } from './second-factors.js';
import { secondFactorRules } from './second-factor-rules.js';
import { sessions } from './session.js';
import { singleSignOn } from './single-sign-on.js';

/** Operations of the console beyond the public API: login, credentials, users, imports. */
export const consoleOperations = [
  ...sessions,
  getAttention,
  getHealth,
  ...singleSignOn,
  ...logInSteps,
  ...secondFactors,
  ...secondFactorRules,
  ...scimTokens,
  ...credentials,
  ...people,
  ...owners,
  ...dashboardFiles,
  ...profile,
  ...favourites,
  ...objects,
  ...imports,
  ...locations,
  ...mailServer,
  ...metricSources,
];
