import { expect, test } from 'vitest';
import { isPublicAddress } from './addresses.ts';

/** The first and the last address of each range that no webhook may reach (IANA's special-purpose registries). */
const special: [range: string, ...addresses: string[]][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10, carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24, documentation', '192.0.2.0', '192.0.2.255'],
  ['192.88.99.0/24, 6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['198.18.0.0/15, benchmarking', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24, documentation', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24, documentation', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4, multicast', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['::, ::1', '::', '::1'],
  ['::/96, IPv4-compatible', '::2', '::127.0.0.1', '::93.184.216.34', '::ffff:ffff'],
  ['::ffff:0:0/96, IPv4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:93.184.216.34'],
  ['::ffff:0:0:0/96, IPv4-translated', '::ffff:0:127.0.0.1'],
  ['64:ff9b::/96, NAT64', '64:ff9b::', '64:ff9b::10.0.0.1', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48, local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64, discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::/32, Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:2::/48, benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28, ORCHID', '2001:10::', '2001:1f:ffff::'],
  ['2001:20::/28, ORCHIDv2', '2001:20::', '2001:2f:ffff::'],
  ['2001:db8::/32, documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16, 6to4', '2002::', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20, documentation', '3fff::', '3fff:fff:ffff::'],
  ['5f00::/16, segment routing', '5f00::', '5f00:ffff::'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'fe80::1%eth0', 'febf:ffff::'],
  ['fec0::/10, site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8, multicast', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['outside 2000::/3', '200::1', '1000::1', '4000::1', '8000::1'],
  ['no address', '', 'localhost', '1.2.3', 'a::b::c'],
];

test.each(special)('%s is not public', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each(['93.184.216.34', '1.1.1.1', '100.63.255.255', '172.32.0.0', '2606:2800:220:1::1', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
