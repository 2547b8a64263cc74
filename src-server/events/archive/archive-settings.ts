import { SettingsError } from '../../core/errors/settings-error.ts';
import { readSecret } from '../../core/read-secret.ts';

/**
 * Settings of the archive. `addresses`: host and port of every server of the cluster, or of the one server. `database` and
 * `cluster` are names of letters, digits and underscores, a cluster's also of hyphens.
 */
export type ArchiveSettings = {
  addresses: readonly string[];
  isSecure: boolean;
  database: string;
  cluster: string | null;
  user: string;
  password: string;
  /** Events that may wait before capture answers 503. */
  maxWaiting: number;
  /** Days after arrival until only the archive has an event's properties; null: never. */
  keepDays: number | null;
};

/** Settings that are neither in an address nor in the environment. */
export type ArchiveLimits = Pick<ArchiveSettings, 'maxWaiting' | 'keepDays'>;

const form = 'clickhouse://host:8123/database?cluster=name';
const names = {
  user: 'BENCHTOP_EVENTS_USER',
  password: 'BENCHTOP_EVENTS_PASSWORD',
};
const defaultPorts = { plain: 8123, secure: 8443 };

/** Reads the address of an archive, and its user and password from the environment. Throws SettingsError. */
export function readArchiveSettings(url: string, limits: ArchiveLimits, env: NodeJS.ProcessEnv): ArchiveSettings {
  const { authority, database, options } = partsOf(url);
  const isSecure = options.get('secure') === 'true';
  const addresses = authority.split(',').map((address) => readAddress(address, isSecure));
  if (addresses.length > 1 && !options.has('cluster')) {
    throw new SettingsError('--events-url names several servers, but no cluster: add ?cluster=<name>.');
  }
  return {
    addresses,
    isSecure,
    database: requireName('database', database, /^\w{1,64}$/),
    cluster: options.has('cluster') ? requireName('cluster', options.get('cluster') ?? '', /^[\w-]{1,64}$/) : null,
    user: env[names.user] || 'default',
    password: readSecret(names.password, env),
    ...limits,
  };
}

function partsOf(url: string) {
  const [, authority = '', database = '', query = ''] =
    /^clickhouse:\/\/([^/?#]*)\/([^/?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  // The message must not repeat a password.
  if (authority.includes('@') || /^[^?]*@/.test(url)) {
    throw new SettingsError(
      `--events-url must not have a user or password: set ${names.user} and ${names.password} or ${names.password}_FILE.`,
    );
  }
  if (authority === '') throw new SettingsError(`Invalid --events-url: use ${form}.`);
  const options = new URLSearchParams(query);
  for (const [name, value] of options) {
    const isKnown = name === 'cluster' || (name === 'secure' && /^(?:true|false)$/.test(value));
    if (isKnown && options.getAll(name).length === 1) continue;
    throw new SettingsError(
      `Invalid --events-url: "${name}" is unknown, repeated or has no such value. Use cluster=<name> and secure=true.`,
    );
  }
  return { authority, database, options };
}

/** Returns host and port. */
function readAddress(address: string, isSecure: boolean): string {
  const [, host, port = isSecure ? defaultPorts.secure : defaultPorts.plain] =
    /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(address) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
    throw new SettingsError(
      `Invalid --events-url: "${address}" is not a host with a port, like 10.0.0.5:8123. Separate several by commas.`,
    );
  }
  return `${host}:${port}`;
}

function requireName(what: string, name: string, pattern: RegExp): string {
  if (pattern.test(name)) return name;
  throw new SettingsError(
    `Invalid --events-url: the ${what} must be 1 to 64 letters, digits${what === 'cluster' ? ', hyphens' : ''} and underscores; got "${name}".`,
  );
}
