import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDeclarations } from './declarations.ts';

const root = join(import.meta.dirname, '../..');

const code = `import { startRun } from 'benchtop/testing';
const run = await startRun({ label: 'Checkout' });
const { found } = await run.expectEvent('checkout', { plan: 'pro' }, { count: 1 });
const sum: number = found;
const name: number = run.name;
await run.expectEvent('checkout', {}, { count: 'one' });
await run.check([{ event: 'checkout', count: { exactly: sum } }]);
await startRun({ name, lable: '' });
const [event] = await run.events();
const status: 'accepted' | 'dropped' | 'rejected' | undefined = event?.status;
const text: string | undefined = status;
const wrong: number | undefined = text;
`;

test.each(['nodenext', 'preserve'])(
  'a strict project with modules of the kind %s has the types of benchtop/testing',
  (module) => {
    writeDeclarations();
    const folder = mkdtempSync(join(tmpdir(), 'benchtop-types-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/benchtop'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'app.ts'), code);
    const compilerOptions = { strict: true, noEmit: true, target: 'esnext', skipLibCheck: true, module };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
    const program = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [program, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    const errors = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`);
    expect(errors, stdout).toEqual(['app.ts:5', 'app.ts:6', 'app.ts:8', 'app.ts:12']);
  },
);
