import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The public IPv6 range by IANA. Everything else is local, reserved or maps to an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Reports whether an IP address is public: not loopback, private, reserved or multicast, and not an IPv6 form of an IPv4 address
 * (mapped, compatible, NAT64, 6to4, Teredo). False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads short and octal forms, which connections do not use.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
