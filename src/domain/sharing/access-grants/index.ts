export { accessGrants } from './access-grant.js';
export { cannotCarryGrants, findGrantable } from './grantable.js';
