import { isIPv6 } from 'node:net';

/**
 * Returns what identifies a viewer in limits: an IPv4 address; or the /64 in which an IPv6 subscriber can choose any
 * address, and the /48 that a provider may assign to one customer.
 */
export function networks(address: string): [string, string?] {
  if (!isIPv6(address)) return [address];
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}
