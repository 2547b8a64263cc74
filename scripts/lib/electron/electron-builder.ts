import type { Configuration } from 'electron-builder';
import { appId } from '../../../src-main/app-id.ts';
import { linkProtocol } from '../../../src-main/links.ts';

/**
 * Returns patterns by platform: electron-builder has a macro for the architecture, but none for the platform's name. In
 * node_modules only exclusions count, hence the double negation.
 */
const files = (platform: string) => [
  'out/**',
  '!out/types/**',
  '!**/*.map',
  // Bundled in out/ or copied there; under `dependencies` so that an audit sees them.
  '!node_modules/!(better-sqlite3)/**',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/binding.gyp',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}.node)`,
];

/** Names each file of a release by its purpose. */
const fileName = (suffix = '') => `Benchtop-\${version}-\${os}-\${arch}${suffix}.\${ext}`;

/**
 * Returns where the packages get updates from: the folder that the files of a release are served from, with `latest*.yml`.
 * Without an address they have none. Plain http only for a server on this machine.
 */
export function publishTo(address: string | undefined): NonNullable<Configuration['publish']> | null {
  if (!address) return null;
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1'))
    return { provider: 'generic', url: address };
  throw new Error(
    `BENCHTOP_UPDATE_URL must be an https address, like https://example.com/benchtop/; got "${address}".`,
  );
}

/**
 * The contents of the packages. All JavaScript is in the build. Of node_modules only better-sqlite3 is needed: its loader, and
 * outside the archive the native file of the platform.
 */
export const configuration: Configuration = {
  appId,
  productName: 'Benchtop',
  directories: { output: 'dist', buildResources: 'src-main/icons' },
  asar: true,
  asarUnpack: ['**/*.node'],
  npmRebuild: false,
  nodeGypRebuild: false,
  publish: publishTo(process.env.BENCHTOP_UPDATE_URL),
  artifactName: fileName(),
  protocols: { name: 'Benchtop', schemes: [linkProtocol] },
  electronLanguages: ['en-US'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // A Debian package needs a homepage and a maintainer; the app has no page but its own.
  extraMetadata: { homepage: 'http://127.0.0.1:8010/', author: 'Benchtop' },
  linux: {
    files: files('linux'),
    icon: 'src-main/icons/linux',
    target: ['AppImage', 'deb', 'rpm'],
    category: 'Development',
    maintainer: 'Benchtop <benchtop@localhost>',
    executableName: 'benchtop',
    synopsis: 'A product-analytics bench for one desk',
  },
  mac: {
    files: files('darwin'),
    icon: 'src-main/icons/icon.icns',
    target: ['dmg', 'zip'],
    category: 'public.app-category.developer-tools',
  },
  win: { files: files('win32'), icon: 'src-main/icons/icon.ico', target: ['nsis', 'portable'] },
  portable: { artifactName: fileName('-portable') },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};
