/** What an identity provider says of a user who logs in. */
export interface Identity {
  /** The name of the user at the identity provider, which never changes. */
  subject: string;
  email: string;
  name: string | null;
  groups: string[];
}

/** The domain of an email address in lower case; undefined if it is none. */
export function domainOf(email: string): string | undefined {
  return /^[^@\s]+@([a-z0-9.-]+)$/i.exec(email.trim())?.[1]?.toLowerCase();
}

/** A claim or attribute as a list of texts; PostgreSQL stores none with a zero byte. */
export const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((item): item is string => typeof item === 'string' && item !== '')
    .filter((item) => !item.includes('\0'));
