import { credentials } from './credentials.js';
import { favourites } from './favourites.js';
import { imports } from './imports.js';
import { locations } from './locations.js';
import { metricSources } from './metric-sources.js';
import { people } from './people.js';
import { profile } from './profile.js';
import { sessions } from './session.js';

/** Operations of the console beyond the public API: login, credentials, users, imports. */
export const consoleOperations = [
  ...sessions,
  ...credentials,
  ...people,
  ...profile,
  ...favourites,
  ...imports,
  ...locations,
  ...metricSources,
];
