export { accessGrants } from './access-grant.js';
