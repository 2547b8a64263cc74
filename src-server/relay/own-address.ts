import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { bareName, isLoopback, wildcards } from '../http/guard.ts';

/** Reports whether a host name or address is one of this machine's, by resolving it if `resolves`. */
export async function isOfThisMachine(host: string, resolves: boolean): Promise<boolean> {
  const bare = bareName(host);
  if (isOwn(bare)) return true;
  if (!resolves) return false;
  const found = await lookup(bare, { all: true }).catch(() => []);
  return found.some(({ address }) => isOwn(address));
}

function isOwn(text: string): boolean {
  // An IPv6 form of an IPv4 address reaches the same server.
  const host = isIP(text) === 6 ? ipaddr.process(text).toString() : text;
  if (isLoopback(host) || wildcards.has(host)) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host));
}
