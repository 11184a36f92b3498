import { z } from 'zod';
import { ImportError } from '../ingest/import-error.js';
import { AccessDenied } from './place.js';

/** An application that was registered with Azure and given rights to read. */
export interface AzurePrincipal {
  tenant: string;
  appId: string;
  password: string;
}

const usualAuthority = 'https://login.microsoftonline.com';
const patienceMs = 30_000;
/** A token is renewed so long before it ends, because a download is sent with it for its whole duration. */
const reserveSeconds = 300;

const Granted = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

/** Gives the header with which storage is read as that application; tokens are renewed when they end. */
export function azureAuthorization(
  principal: AzurePrincipal,
  authority = usualAuthority,
): () => Promise<string> {
  let known: { header: string; until: number } | undefined;
  return async () => {
    if (known && known.until > Date.now()) return known.header;
    const { access_token, expires_in } = await askForToken(principal, authority);
    known = {
      header: `Bearer ${access_token}`,
      until: Date.now() + (expires_in - reserveSeconds) * 1000,
    };
    return known.header;
  };
}

async function askForToken({ tenant, appId, password }: AzurePrincipal, authority: string) {
  const base = authority.replace(/\/$/, '');
  const answer = await fetch(`${base}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: password,
      scope: 'https://storage.azure.com/.default',
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw new ImportError(`${base} does not answer.`, [], { cause: error });
  });
  const granted = Granted.safeParse(await answer.json().catch(() => undefined));
  if (answer.ok && granted.success) return granted.data;
  if (answer.status >= 500) throw new ImportError(`${base} answered ${answer.status}.`);
  throw new AccessDenied(
    `Azure does not know application ${appId} of tenant ${tenant} with this password.`,
  );
}
