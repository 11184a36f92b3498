import { z } from 'zod';

const base64url = z.string().regex(/^[A-Za-z0-9_-]*={0,2}$/);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** A new passkey as browsers serialize it (`RegistrationResponseJSON`). */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).optional(),
  }),
});

/** The signature of a passkey as browsers serialize it (`AuthenticationResponseJSON`). */
export const SignedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

/** Options that the browser's WebAuthn API takes as they are. */
export const PasskeyOptions = z.record(z.string(), z.unknown());
