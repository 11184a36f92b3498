import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks of phones are a little off: one step before and after the current one is accepted. */
const acceptedSteps = 1;

const authenticator = (secret: Secret, label?: string) =>
  new TOTP({ issuer: 'Farthing', secret, period: periodSeconds, ...(label ? { label } : {}) });

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth://` link of a secret, which authenticator apps read from a QR code. */
export const totpUrl = (secret: string, email: string): string =>
  authenticator(Secret.fromBase32(secret), email).toString();

/**
 * The time step that a code belongs to; undefined for a wrong code. Steps are half a minute long and counted
 * from 1970: at 1970-01-01T00:01:00Z the current one is 2, and codes of 1 and 3 are accepted too.
 */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = authenticator(Secret.fromBase32(secret)).validate({
    token,
    timestamp,
    window: acceptedSteps,
  });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}
