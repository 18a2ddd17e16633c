import { isIPv4, isIPv6 } from 'node:net';

/** The size of a network: `one` is an IPv4 address or an IPv6 /64, which one subscriber has; the others contain it. */
export type NetworkSize = 'one' | '/24' | '/56' | '/48';

/**
 * Returns the networks around a viewer's address, the narrowest first: an IPv4 address and its /24; or the /64 in which
 * an IPv6 subscriber can choose any address, and the /56 and /48 that a provider may assign to one customer.
 */
export function networks(address: string): string[] {
  const mapped = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(mapped)) return [mapped, `${mapped.split('.').slice(0, 3).join('.')}.0/24`];
  if (!isIPv6(address)) return [address];
  const [firstGroups = '', lastGroups] = address.split('::');
  const leading = firstGroups.split(':').filter((group) => group !== '');
  const trailing = (lastGroups ?? '').split(':').filter((group) => group !== '');
  const zeros = lastGroups === undefined ? 0 : Math.max(0, 8 - leading.length - trailing.length);
  const groups = [...leading, ...Array<string>(zeros).fill('0'), ...trailing].map((group) =>
    Number.parseInt(group, 16),
  );
  const prefix = (...values: number[]) => values.map((group) => group.toString(16)).join(':');
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return [`${prefix(a, b, c, d)}::/64`, `${prefix(a, b, c, d & 0xff00)}::/56`, `${prefix(a, b, c)}::/48`];
}

/** Returns the size of one of these networks. */
export const sizeOf = (network: string): NetworkSize =>
  (['/24', '/56', '/48'] as const).find((size) => network.endsWith(size)) ?? 'one';
