import { Resolver } from 'node:dns/promises';

/** At most this many addresses are looked up per import, those with the most bytes first. */
export const maxLookUps = 500;
const parallelLookUps = 20;
const lookUpMs = 1_000;
const totalMs = 20_000;

/** A host name of the usual form; a resolver may answer anything. */
const hostName = /^(?=.{1,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;

/** Looks up the name of an address. */
export type ReverseLookUp = (address: string) => Promise<readonly string[]>;

/** The resolver of the server, with a short timeout and without repetitions. */
export function systemLookUp(): ReverseLookUp {
  const resolver = new Resolver({ timeout: lookUpMs, tries: 1 });
  return (address) => resolver.reverse(address);
}

/**
 * Names of addresses by reverse DNS. It is bounded in number and time; an address without an answer in
 * time stays without a name.
 */
export async function findHostNames(
  addresses: readonly string[],
  lookUp: ReverseLookUp,
  now: () => number = Date.now,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const queue = addresses.slice(0, maxLookUps);
  const end = now() + totalMs;
  const work = async () => {
    for (let address = queue.pop(); address !== undefined && now() < end; address = queue.pop()) {
      const [name] = await lookUp(address).catch(() => []);
      if (name !== undefined && hostName.test(name)) found.set(address, name.toLowerCase());
    }
  };
  queue.reverse();
  await Promise.all(Array.from({ length: parallelLookUps }, work));
  return found;
}
