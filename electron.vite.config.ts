import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import mantine from 'postcss-preset-mantine';
import type { Plugin, ProxyOptions } from 'vite';
import { writeCssTypes } from './scripts/lib/css-types.ts';
import { licensePlugins } from './scripts/lib/licenses.ts';
import { contractsWithoutMeanings } from './scripts/lib/vite/contracts-without-meanings.ts';
import { directBuiltins } from './scripts/lib/vite/direct-builtins.ts';
import { mantineStyles } from './scripts/lib/vite/mantine-styles.ts';
import { zodWithoutJsonSchema } from './scripts/lib/vite/zod-without-json-schema.ts';
import { defaultPort } from './src-server/defaults.ts';
import { sdkScripts } from './src-server/flags/sdk/sdk-scripts.ts';
import { sdkFolders, sdkPaths } from './src-server/http/sdk-paths.ts';

const file = (path: string) => resolve(import.meta.dirname, path);

const bare = (path: string) => path.replace(/^\/|\/$/g, '');
const sdkFiles = sdkFolders.map((folder) => `${bare(folder)}/.*`).join('|');
const sdkRequests = Object.values(sdkPaths)
  .flat()
  .filter((path) => !path.startsWith('/api/'))
  .map(bare)
  .join('|');

/** The server's public and management paths; all others are routes of the window. */
const serverPaths = `^/(api/(?!.*\\.tsx?(\\?|$)).*|${sdkFiles}|(test-run/[^/]+/)?(${sdkRequests})/?(\\?.*)?$)`;

const serverUrl = `http://127.0.0.1:${process.env.BENCHTOP_PORT ?? defaultPort}`;

/** The server trusts its own origin alone, so a proxied request must say that it comes from there. */
const proxy: ProxyOptions = {
  target: serverUrl,
  changeOrigin: true,
  configure: (server) => {
    server.on('proxyReq', (request) => {
      if (request.hasHeader('origin')) request.setHeader('origin', serverUrl);
    });
  },
};

/** electron-vite makes the assets relative, for file:// windows; ours is served, also below client routes. */
const absoluteAssets: Plugin = {
  name: 'benchtop:absolute-assets',
  config: (config) => {
    config.base = '/';
  },
};

/** The scripts of posthog-js that the server hands to pages, as its package holds them, with its license. */
const copySdkScripts: Plugin = {
  name: 'benchtop:sdk-scripts',
  generateBundle() {
    for (const path of ['LICENSE', ...sdkScripts.map((name) => `dist/${name}`)]) {
      const source = readFileSync(file(`node_modules/posthog-js/${path}`));
      this.emitFile({ type: 'asset', fileName: `posthog-js/${basename(path)}`, source });
    }
  },
};

const cssTypes: Plugin = { name: 'benchtop:css-types', buildStart: writeCssTypes, handleHotUpdate: writeCssTypes };

/** Everything they import is bundled, which starts faster than a hundred files do. */
const mainEntries = {
  index: file('src-main/index.ts'),
  'server-process': file('src-main/server-process.ts'),
  cli: file('src-cli/index.ts'),
  // For programs that start servers themselves, as the browser tests do.
  server: file('src-server/index.ts'),
  worker: file('src-server/worker.ts'),
  'storage-worker': file('src-server/storage-worker.ts'),
  'archive-worker': file('src-server/archive-worker.ts'),
};

/** What Live shares with most other pages, in one file: many small ones take longer, and are compressed less well. */
const kit = new RegExp(
  [
    'src-renderer/api/(pages|question|read)-query',
    'src-renderer/ui/feedback/(do-undoably|download-button|error-note|status-chip)',
    'src-renderer/ui/(layout|text|page/link-button)[.]module',
    'src-renderer/ui/(page/page|table/relative-time|json/json-value)[.]',
    '(early-words|naming-words|use-end-run|json-type-contract|sdk-property-contract|pause|clip-contract|outgoing|row-sentence|stack)[.]tsx?',
    '@mantine/core/esm/components/(Combobox/use-combobox|FloatingIndicator|Input|InputBase|SegmentedControl|TextInput)/',
    '@mantine/hooks/esm/(use-callback-ref|use-id|use-merged-ref|use-uncontrolled|utils)',
    'Icon(ArrowUp|ChevronDown|CircleDashed|Filter|PlayerPause|PlayerPlay|X)[.]mjs',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

const licenses = licensePlugins(import.meta.dirname);

export default defineConfig({
  main: {
    plugins: [copySdkScripts, directBuiltins, licenses.note],
    build: {
      target: 'node24',
      outDir: file('out/main'),
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: mainEntries,
        // It loads its native file from its own package.
        external: ['better-sqlite3'],
        // Chunks lie beside the entries, so that import.meta.url means the same folder in each of them.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      outDir: file('out/preload'),
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: file('src-main/preload.ts') },
        // A sandboxed preload script cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: file('src-renderer'),
    plugins: [
      react(),
      absoluteAssets,
      cssTypes,
      mantineStyles,
      contractsWithoutMeanings,
      zodWithoutJsonSchema,
      licenses.write,
    ],
    css: { postcss: { plugins: [mantine()] } },
    server: { host: '127.0.0.1', proxy: { [serverPaths]: proxy } },
    build: {
      // A browser may show the same files, so not only Electron's Chromium counts.
      target: 'es2022',
      outDir: file('out/renderer'),
      minify: true,
      // For the limit of the first screen.
      manifest: true,
      // From this machine's own server: a few large files are no slower than many small ones.
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: {
        input: file('src-renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              // What each page needs, in one file. It holds zod, which is set up there before any schema is made.
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: 'kit', test: kit },
            ],
          },
        },
      },
    },
  },
});
