export { readAssignedRules, readRules } from './assigned-rules.js';
export type { Amounts } from './preview-effects.js';
export { previewRules } from './preview-rules.js';
export { queueRebilling, queueRebillingOf, queueRebillingOfRule } from './queue-rebilling.js';
export { rebillAccount } from './rebill-account.js';
export { requireRebilling } from './rebilling-state.js';
export { rebillManagedAccounts } from './rebill-managed-accounts.js';
