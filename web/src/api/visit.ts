/** A managed account that this tab looks into, with a credential that is valid for an hour. */
export interface Visit {
  account_token: string;
  name: string;
  secret: string;
  expires_at: string;
  /** The page of the user's own account to return to. */
  from?: string;
}

const key = 'farthing.visit';

/** The managed account that this tab looks into; a tab of its own user has none. */
export function currentVisit(): Visit | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Visit);
  } catch {
    return undefined;
  }
}

/** Opens a page of a managed account in this tab; everything that was read is read anew. */
export function beginVisit(visit: Visit, to = '/'): void {
  const { account_token, name, secret, expires_at, from } = visit;
  const stored: Visit = { account_token, name, secret, expires_at, ...(from ? { from } : {}) };
  sessionStorage.setItem(key, JSON.stringify(stored));
  window.location.assign(to);
}

/** Returns to the user's own account. */
export function endVisit(): void {
  const from = currentVisit()?.from ?? '/managed-accounts';
  sessionStorage.removeItem(key);
  window.location.assign(from);
}
