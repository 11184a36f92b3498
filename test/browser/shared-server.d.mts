/** Where the console of a test file is, and who its owner is. */
export interface OwnConsole {
  url: string;
  /** API token of the owner. */
  secret: string;
  owner: { email: string; password: string };
  /** E-mails that the owner has received. */
  mails: () => string[];
}

export function accountOfSharedServer(): Promise<OwnConsole>;
