import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './lib/build.ts';
import { desktopEnvironment } from './lib/electron/desktop-environment.ts';
import { fetchElectron, findElectron } from './lib/electron/electron-binary.ts';
import { endWithNpm } from './lib/end-with-npm.ts';
import { runCli } from './lib/run-cli.ts';

/** `npm start`: the desktop app where it can run, else the same server headless and the browser as its window. */
const root = join(import.meta.dirname, '..');
const fetchLimit = 180;
/** An Electron that fails sooner could not open its window. */
const startupFailureMs = 5_000;

const isCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Runs the desktop app; resolves to false if its window could not open. */
async function runDesktop(electron: string, args: string[]): Promise<boolean> {
  const startedAt = Date.now();
  const child = spawn(electron, [root], { stdio: 'inherit', env: desktopEnvironment(args) });
  let ended = false;
  // Ctrl-C reaches both processes: the app closes its server and ends, then this one does.
  const interrupt = () => {
    ended = true;
  };
  const terminate = () => {
    ended = true;
    child.kill('SIGTERM');
  };
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1)).once('exit', resolve);
  });
  process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  if (code !== 0 && !ended && Date.now() - startedAt < startupFailureMs) return false;
  process.exitCode = code ?? 1;
  return true;
}

/** Advice when a download failed or is broken. */
const wayOut =
  'To try again: delete node_modules/electron/dist and run `npx install-electron`, with HTTPS_PROXY or ELECTRON_MIRROR set where the network needs it.';

/** Finds Electron. `why`: the reason for running without a window. */
async function electronForDesktop(): Promise<{ program: string | null; why: string }> {
  const missing = "Electron's binary is not there, so Benchtop runs headless, without its window.";
  const there = findElectron();
  if (there || isCi || !hasDisplay || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD)
    return { program: there, why: missing };
  console.log(`Fetching Electron's binary, once, for at most ${fetchLimit / 60} minutes …`);
  const { program, problem } = await fetchElectron(fetchLimit);
  return {
    program,
    why: `Electron's download failed (${problem}), so Benchtop runs headless, without its window. ${wayOut}`,
  };
}

async function start(args: string[]): Promise<void> {
  await ensureBuild();
  const { program, why } = await electronForDesktop();
  if (program && hasDisplay && (await runDesktop(program, args))) return;
  if (!hasDisplay) console.log('There is no display for the window, so Benchtop runs headless.');
  else if (!program) console.log(why);
  else console.log(`Electron's window did not open, so Benchtop runs headless. ${wayOut}`);
  endWithNpm();
  await runCli(['serve', ...(hasDisplay ? ['--open'] : []), ...args]);
}

await start(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
