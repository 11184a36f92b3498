import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses that are not on the public internet: the server itself, its network, cloud metadata services. */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  // IPv4 addresses written as IPv6: translated, and 6to4.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Whether a text is an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) > 0 && isPrefix && rest.length === 0;
}

/** Returns a function that tells whether an address is in one of the networks. */
export function addressesIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns a function that tells whether requests may be sent to an address: a public one, or one in `allowed`. */
export function addressPolicy(allowed: readonly string[]): (address: string) => boolean {
  const [isPrivate, isAllowed] = [addressesIn(privateNetworks), addressesIn(allowed)];
  return (address) => isAllowed(address) || !isPrivate(address);
}
