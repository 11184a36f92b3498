import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiProblem } from '../../api/problem.js';

// The server passes options through as the browser takes them, so its description knows no more of them.
type Options = Record<string, unknown>;

export const supportsPasskeys = () => 'PublicKeyCredential' in window;

/** What the browser refuses is no failure of the server, and mostly that the user has cancelled. */
async function ask<Credential>(request: Promise<Credential>): Promise<Credential> {
  try {
    return await request;
  } catch (failure) {
    throw new ApiProblem(422, [reasonOf(failure)], null);
  }
}

function reasonOf(failure: unknown): string {
  const { name } = failure as Error;
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'SecurityError') return 'Passkeys do not work at this address of Farthing.';
  return 'The browser returned no passkey: it was cancelled, or took too long.';
}

/** Asks the browser to create a passkey. */
export async function createPasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await ask(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Asks the browser to sign with a passkey. */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await ask(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature },
  };
}
