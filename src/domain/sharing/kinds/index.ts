export { nameObjects, searchObjects } from './find-objects.js';
export { cannotCarryGrants, kindOfToken, kinds } from './kinds.js';
