import { mspOperations } from '../../domain/billing/managed-accounts/index.js';
import { accessOperations } from './access.js';
import { managedAccountCrud } from './managed-accounts.js';
import { ssoConnectionOperations } from './sso-connection.js';

export const managedAccountOperations = mspOperations([
  ...managedAccountCrud,
  ...ssoConnectionOperations,
  ...accessOperations,
]);
