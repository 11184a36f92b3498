import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// 2^15 rounds of 8 KiB: about 80 ms and 32 MiB per attempt.
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
const keyLength = 32;

export const minPasswordLength = 12;

/** Hashes a password as `scrypt$<salt>$<key>`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return ['scrypt', salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password matches a stored hash. */
export async function matchesPasswordHash(
  password: string,
  stored: string | null,
): Promise<boolean> {
  // Unknown users take as much time as known ones, so that timing does not reveal email addresses.
  const [, salt, key] = (stored ?? dummyHash).split('$');
  const expected = Buffer.from(key!, 'base64url');
  const actual = await derive(password, Buffer.from(salt!, 'base64url'));
  return timingSafeEqual(actual, expected) && stored !== null;
}

const dummyHash = `scrypt$${randomBytes(16).toString('base64url')}$${randomBytes(keyLength).toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
