import { credentials } from './credentials.js';
import { people } from './people.js';
import { sessions } from './session.js';

/** What the console needs beyond the public contract: signing in, credentials, people. */
export const consoleOperations = [...sessions, ...credentials, ...people];
