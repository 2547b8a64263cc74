import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Not bundled, but packed: loaded from its package, and copied from it. */
const alsoPacked = ['better-sqlite3', 'posthog-js'];

/** Returns plugins for the builds of `root`: all but the last record their packages, and the last writes the licenses of all. */
export function licensePlugins(root: string): { note: Plugin; write: Plugin } {
  const folders = new Set(alsoPacked.map((name) => join(root, 'node_modules', name)));
  const noteAll = (ids: Iterable<string>) => {
    for (const id of ids) {
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/').replace(/^\0/, '')) ?? [];
      if (folder !== undefined) folders.add(folder);
    }
  };
  return {
    note: {
      name: 'benchtop:note-licenses',
      generateBundle() {
        noteAll(this.getModuleIds());
      },
    },
    write: {
      name: 'benchtop:write-licenses',
      generateBundle() {
        noteAll(this.getModuleIds());
        const source = [...folders]
          .map(licenseOf)
          .sort()
          .join(`\n\n${'-'.repeat(80)}\n\n`);
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
      },
    },
  };
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [file] = globSync(join(folder, '{LICEN[SC]E*,licen[sc]e*}')).filter((path) => dirname(path) === folder);
  const text = file === undefined ? [] : ['', readFileSync(file, 'utf8').trim()];
  return [`${name} ${version}`, `License: ${license}`, ...text].join('\n');
}
