/** The rows that the caller may read. A filter can only narrow it. */
export interface AccessScope {
  /** Integrations of the account that are assigned to the workspace. */
  integrationTokens: readonly string[];
  /** Active loads of the account. */
  loadIds: readonly number[];
}
