import { z } from 'zod';
import { readLimited } from '../../../platform/outbound/read-limited.js';
import { sendTrusted } from '../../../platform/outbound/send-request.js';
import { ImportError } from '../ingest/index.js';
import { AccessDenied } from './bill-source.js';

/** A service principal with read access to the storage account. */
export interface AzurePrincipal {
  tenant: string;
  appId: string;
  password: string;
}

const defaultAuthority = 'https://login.microsoftonline.com';
const timeoutMs = 30_000;
const maxResponseBytes = 1024 * 1024;
/** Tokens are renewed this long before they expire, so that a token stays valid during a download. */
const renewalMarginSeconds = 300;

const TokenResponse = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

/** Returns a function that gives the `Authorization` header of the principal, renewing its token as needed. */
export function azureAuthorization(
  principal: AzurePrincipal,
  authority = defaultAuthority,
): () => Promise<string> {
  let cached: { header: string; validUntil: number } | undefined;
  return async () => {
    if (cached && cached.validUntil > Date.now()) return cached.header;
    const { access_token, expires_in } = await requestToken(principal, authority);
    cached = {
      header: `Bearer ${access_token}`,
      validUntil: Date.now() + (expires_in - renewalMarginSeconds) * 1000,
    };
    return cached.header;
  };
}

async function requestToken({ tenant, appId, password }: AzurePrincipal, authority: string) {
  const baseUrl = authority.replace(/\/$/, '');
  const url = `${baseUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const response = await sendTrusted(url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: password,
      scope: 'https://storage.azure.com/.default',
    }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new ImportError(`${baseUrl} does not respond.`, [], { cause: error });
  });
  const token = TokenResponse.safeParse(await readJson(response));
  if (response.ok && token.success) return token.data;
  if (response.status >= 500) throw new ImportError(`${baseUrl} returned HTTP ${response.status}.`);
  throw new AccessDenied(
    `Azure rejected the password of application ${appId} in tenant ${tenant}.`,
  );
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readLimited(response, maxResponseBytes));
  } catch {
    return undefined;
  }
}
