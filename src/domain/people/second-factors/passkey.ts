import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Db, Tables } from '../../../platform/store/tables.js';
import type { RelyingParty } from './relying-party.js';

/** Loaded when it is first needed, because it is the largest part of what a start would load. */
const webAuthn = () => import('@simplewebauthn/server');

type FactorRow = Selectable<Tables['second_factors']>;

/** The key of a new passkey, as `second_factors` stores it. */
export interface PasskeyColumns {
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

/** Passkeys of a user. */
export function readPasskeys(db: Db, user: string): Promise<FactorRow[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_token', '=', user)
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .execute();
}

const descriptorOf = (row: FactorRow) => ({
  id: row.credential_id!,
  ...(row.transports ? { transports: row.transports } : {}),
});

/** What the browser needs to create a passkey. It is a second factor, so nothing is stored for log-ins without password. */
export async function creationOptions(
  party: RelyingParty,
  user: { token: string; email: string; name: string | null },
  existing: FactorRow[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Farthing',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    userID: new TextEncoder().encode(user.token),
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** What the browser needs to sign with one of a user's passkeys. */
export async function requestOptions(party: RelyingParty, existing: FactorRow[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: existing.map(descriptorOf),
    userVerification: 'preferred',
  });
}

/** The key in the browser's response; undefined if it does not answer the challenge at this origin. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<PasskeyColumns | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const result = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  const credential = result?.registrationInfo?.credential;
  return (
    credential && {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  );
}

/** Whether a user's passkey signed the challenge. Its counter must grow, else the key has been copied. */
export async function acceptPasskey(
  db: Db,
  party: RelyingParty,
  attempt: {
    user: string;
    challenge: string;
    response: AuthenticationResponseJSON;
    now: Date;
  },
): Promise<boolean> {
  const { user, challenge, response, now } = attempt;
  const row = (await readPasskeys(db, user)).find((each) => each.credential_id === response.id);
  if (!row) return false;
  const { verifyAuthenticationResponse } = await webAuthn();
  const result = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: row.credential_id!,
        publicKey: new Uint8Array(row.public_key!),
        counter: row.counter!,
      },
      requireUserVerification: false,
    }),
  );
  if (!result?.verified) return false;
  const { newCounter } = result.authenticationInfo;
  // The stored counter is compared again: two responses can be verified at the same time.
  const updated = await db
    .updateTable('second_factors')
    .set({ counter: newCounter, last_used_at: now })
    .where('token', '=', row.token)
    .where('counter', '=', row.counter)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** The library throws for whatever is wrong with a response; to us all of that is one refusal. */
async function verified<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
