/** Groups of the public API that this release does not have, by the first segment of their paths. */
export const absentGroups = {
  billing_profiles: 'BillingProfiles',
  billing_rules: 'BillingRules',
  invoices: 'Invoices',
  managed_accounts: 'ManagedAccounts',
} as const;
