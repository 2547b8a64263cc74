import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The allowed imports: the folders of each half from the bottom up. A folder imports itself and the lines before its own; folders
 * on one line do not import each other.
 */
export const layers = {
  'src-server': [
    ['core'],
    ['http', 'database'],
    ['properties', 'statistics'],
    ['projects'],
    ['test-runs'],
    ['persons'],
    ['events'],
    ['capture'],
    ['flags'],
    ['actions'],
    ['experiments'],
    ['expectations'],
    ['diff', 'person-preview', 'recording', 'relay', 'tracking-plan'],
  ],
  'src-renderer': [
    ['api'],
    ['ui'],
    ['metrics'],
    ['simulation'],
    ['projects'],
    ['properties'],
    ['test-runs'],
    ['persons'],
    ['diff'],
    ['events'],
    ['flags'],
    ['actions'],
    ['experiments'],
    ['expectations'],
    ['tracking-plan', 'person-preview', 'relay'],
    ['settings'],
    ['app'],
  ],
} as const;

type Half = keyof typeof layers;
type Pattern = { group: string[]; message: string };

const common: Record<Half, Pattern[]> = {
  'src-server': [
    {
      group: ['electron', 'electron/**', 'react', 'react-dom/**', '@playwright/test'],
      message: 'The server knows nothing of Electron, the window or the browser tests.',
    },
    {
      group: ['#server/**', '#main/**', '**/src-cli/**', '**/src-main/**', '**/src-renderer/**', '**/src-server/**'],
      message: 'The server imports only itself, by relative paths.',
    },
  ],
  'src-renderer': [
    {
      group: ['electron', 'electron/**', 'express', 'better-sqlite3', 'node:*', '@playwright/test'],
      message: 'The window is a web page: no Electron, no Node, no database.',
    },
    {
      group: ['#server/**', '!#server/**/contract.ts', '!#server/**/*-contract.ts', '!#server/**/*-testing.ts'],
      message: 'Of the server the window sees contracts only, and its tests see samples.',
    },
    {
      group: ['#main/**', '!#main/bridge.ts', '!#main/commands.ts', '!#main/links.ts'],
      message: 'Of the shell the window sees what both have: the bridge, the commands and the links.',
    },
    { group: ['**/src-cli/**', '**/src-main/**', '**/src-server/**'], message: 'Across roots by #server/ and #main/.' },
  ],
};

const entries: Pattern = {
  group: ['**/app.ts', '**/app-host.ts', '**/index.ts', '**/headless.ts', '**/worker.ts'],
  message: 'app.ts is imported by index.ts, worker.ts and testing/ alone; nothing below imports the entries.',
};

/** Files of the window without components: how it talks to a server, its words and its numbers. */
const windowWithoutPage: Pattern = {
  group: [
    '**/src-renderer/**',
    ...['metrics/**', 'simulation/**', 'api/connect.ts', 'api/errors.ts', 'ui/format.ts'].map(
      (path) => `!**/src-renderer/${path}`,
    ),
    ...['**/results-numbers.ts', '**/words.ts', '**/*-words.ts', 'events/filters/filter-*.ts'].map(
      (path) => `!**/src-renderer/${path}`,
    ),
  ],
  message: 'Of the window: only its client, the simulation, the filter line, the words and the formats of numbers.',
};

const onlyOfServer = (files: string[], message: string): Pattern => ({
  group: [
    '#server/**',
    '**/src-server/**',
    ...['**/contract.ts', '**/*-contract.ts', 'testing/**', ...files].flatMap((allowed) => [
      `!#server/${allowed}`,
      `!**/src-server/${allowed}`,
    ]),
  ],
  message,
});

const serverOfScripts = onlyOfServer(
  ['index.ts', 'defaults.ts'],
  'Of the server, scripts see contracts, index.ts, defaults.ts and testing/ only.',
);

/** It starts servers, and finds the one of this machine. */
const serverOfCli = onlyOfServer(
  [
    ...['headless.ts', 'folder-link.ts', 'defaults.ts', 'http/guard.ts', 'http/sdk-paths.ts'],
    ...['core/mask-keys.ts', 'core/errors/settings-error.ts'],
  ],
  'Of the server, the command line sees contracts and the files that start and find one.',
);

const commands = (group: string[]): Pattern => ({
  group,
  message: 'Commands are imported by nobody: what two of them need stands in scripts/lib/.',
});

const withoutHttp: Pattern = {
  group: ['**/http/**'],
  message: 'A store speaks SQL and knows no HTTP: no request, no ApiError.',
};

/** Rules of files outside the layers. */
const others: [includes: string[], patterns: Pattern[]][] = [
  [['src-server/*.ts', 'src-server/testing/**', 'src-server/journeys/**'], common['src-server']],
  [
    ['src-server/*.ts', '!src-server/index.ts', '!src-server/worker.ts', '!src-server/app-host.ts'],
    [...common['src-server'], { ...entries, group: ['./app.ts'] }],
  ],
  [['src-renderer/*.tsx'], common['src-renderer']],
  [
    ['src-main/**'],
    [
      {
        group: [
          '#server/**',
          '!#server/index.ts',
          '!#server/defaults.ts',
          '!#server/core/mask-keys.ts',
          '**/src-server/**',
        ],
        message: 'The shell sees only #server/index.ts, the defaults, and what masks keys.',
      },
      {
        group: ['**/src-renderer/**', 'react', 'react-dom/**', 'better-sqlite3', 'express', '@playwright/test'],
        message: "The shell knows neither the window's parts nor SQL.",
      },
    ],
  ],
  [
    ['src-cli/**'],
    [
      windowWithoutPage,
      serverOfCli,
      {
        group: ['electron', 'electron/**', '#main/**', '**/src-main/**', '**/scripts/**'],
        message: 'The command line is built into one program, for any Node.',
      },
    ],
  ],
  [['scripts/*.ts'], [windowWithoutPage, serverOfScripts, commands(['./*.ts', '!./borders.ts'])]],
  [['scripts/lib/*.ts'], [windowWithoutPage, serverOfScripts, commands(['../*.ts'])]],
  [['scripts/lib/*/**'], [windowWithoutPage, serverOfScripts, commands(['../../*.ts'])]],
  // Exempt: they break the server, or write databases of older versions.
  [['scripts/torture/**', 'scripts/schema-fixtures.ts'], [windowWithoutPage]],
  [
    ['e2e/**'],
    [
      {
        group: [
          '#server/**',
          '#main/**',
          '**/src-*/**',
          '!**/src-main/testing/**',
          '!**/src-main/bridge.ts',
          '**/bench/**',
        ],
        message:
          'Journeys use the built app from outside and import nothing of it but what stands in for Electron, and what that gives a page.',
      },
    ],
  ],
];

const override = (includes: readonly string[], patterns: readonly Pattern[]) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
});

function layerOverrides(half: Half) {
  const lines: readonly (readonly string[])[] = layers[half];
  const order = lines.map((line) => line.join(', ')).join(' < ');
  return lines.flatMap((line, index) =>
    line.flatMap((folder) => {
      const beside = line.filter((other) => other !== folder);
      const refused = [...beside, ...lines.slice(index + 1).flat()];
      // Contracts of the server are below the window's folders.
      const group = [...refused.map((other) => `**/${other}/**`), '!#server/**'];
      const border = { group, message: `Imports go only to the left: ${order}.` };
      const patterns = [
        ...common[half],
        ...(half === 'src-server' ? [entries] : []),
        ...(refused.length === 0 ? [] : [border]),
      ];
      const stores = [`${half}/${folder}/**/store.ts`, `${half}/${folder}/**/*-store.ts`];
      const ofFolder = override([`${half}/${folder}/**`], patterns);
      return half === 'src-server' ? [ofFolder, override(stores, [...patterns, withoutHttp])] : [ofFolder];
    }),
  );
}

/** Returns the text of `borders.json`, the part of Biome's configuration with the borders. */
export function bordersFile(): string {
  const overrides = [
    ...layerOverrides('src-server'),
    ...layerOverrides('src-renderer'),
    ...others.map(([includes, patterns]) => override(includes, patterns)),
  ];
  const lines = overrides.map((entry) => JSON.stringify(entry)).join(',\n');
  return `{ "overrides": [\n${lines}\n] }\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../borders.json'), bordersFile());
