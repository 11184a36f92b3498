import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// 2^15 rounds of 8 KiB: about 80 ms and 32 MiB an attempt.
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
const keyLength = 32;

export const shortestPassword = 12;

/** `scrypt$<salt>$<key>`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return ['scrypt', salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  // Unknown users cost as much time as known ones, so that guessing addresses tells nothing.
  const [, salt, key] = (stored ?? decoy).split('$');
  const wanted = Buffer.from(key!, 'base64url');
  const given = await derive(password, Buffer.from(salt!, 'base64url'));
  return timingSafeEqual(given, wanted) && stored !== null;
}

const decoy = `scrypt$${randomBytes(16).toString('base64url')}$${randomBytes(keyLength).toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
