import type { Configuration } from 'electron-builder';

/**
 * By the platform packed for: electron-builder has a macro for its architecture, but none for its name. In node_modules
 * only exclusions count, hence the double negation.
 */
const files = (platform: string) => [
  'out/**',
  '!**/*.map',
  // Bundled in out/, or copied there; they stand under `dependencies` so that an audit sees them.
  '!node_modules/!(better-sqlite3)/**',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/binding.gyp',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}.node)`,
];

/**
 * What is packed and how. The build carries all of the JavaScript, so of node_modules only better-sqlite3 is needed: its
 * loader and, outside the archive, the one native file of the platform that is packed for.
 */
export const configuration: Configuration = {
  appId: 'dev.benchtop.desktop',
  productName: 'Benchtop',
  directories: { output: 'dist', buildResources: 'src-main/icons' },
  asar: true,
  asarUnpack: ['**/*.node'],
  npmRebuild: false,
  nodeGypRebuild: false,
  publish: null,
  icon: 'src-main/icons/icon.png',
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
  // A Debian package must name a page and a maintainer; the app's own page is all the page there is.
  extraMetadata: { homepage: 'http://127.0.0.1:8010/', author: 'Benchtop' },
  linux: {
    files: files('linux'),
    target: ['AppImage', 'deb'],
    category: 'Development',
    maintainer: 'Benchtop <benchtop@localhost>',
    executableName: 'benchtop',
    synopsis: 'A product-analytics bench for one desk',
  },
  mac: { files: files('darwin'), target: ['dmg'], category: 'public.app-category.developer-tools' },
  win: { files: files('win32'), target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};
