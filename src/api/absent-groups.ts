/** Groups of the public API that this release does not have, by the first segment of their paths. */
export const absentGroups = {
  billing_profiles: 'BillingProfiles',
  billing_rules: 'BillingRules',
  financial_commitment_reports: 'FinancialCommitmentReports',
  financial_commitments: 'FinancialCommitments',
  invoices: 'Invoices',
  kubernetes_efficiency_reports: 'KubernetesEfficiencyReports',
  managed_accounts: 'ManagedAccounts',
  network_flow_logs: 'NetworkFlowLogs',
  network_flow_reports: 'NetworkFlowReports',
  products: 'Prices',
  recommendation_views: 'RecommendationViews',
  recommendations: 'Recommendations',
} as const;
