import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { resolveConfig } from 'electron-vite';
import { createServer } from 'vite';
import { devPort } from './lib/dev-port.ts';

/** `npm run dev:web -- [flags]`: the page from Vite with hot reload, the server from its sources, restarted on change. */
const root = join(import.meta.dirname, '..');
const port = await devPort();
process.env.BENCHTOP_PORT = String(port);

const { config } = await resolveConfig({ root }, 'serve');
if (!config?.renderer) throw new Error('electron.vite.config.ts has no renderer');
const vite = await createServer({ ...config.renderer, configFile: false });
await vite.listen();
const page = vite.resolvedUrls?.local[0] ?? '';

const cli = join(root, 'src-cli/index.ts');
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', cli, 'serve', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Each start of the server prints a new link. The code works at either address.
createInterface({ input: server.stdout }).on('line', (line) => {
  console.log(line);
  const code = /#code=(\w+)/.exec(line)?.[1];
  if (code) console.log(`With hot reload: ${page}#code=${code}`);
});

server.once('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 0);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
