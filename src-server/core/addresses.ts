import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What IANA gives out for the public IPv6 internet; everything else is local, reserved or a way to an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet: not of this machine, a private network, a range reserved for documentation,
 * tests or multicast, nor an IPv6 form that leads to an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo). False for text
 * that is no address.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads short and octal forms, which a connection would not.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
