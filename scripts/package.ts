import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { ensureBuild } from './lib/build.ts';
import { configuration } from './lib/electron/electron-builder.ts';

/** `npm run package`: installers for this platform, into `dist/`; `-- --linux --mac --win`, `--x64 --arm64` choose. */
const platforms = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS };
const architectures = { x64: Arch.x64, arm64: Arch.arm64 };

function chosen<Value>(known: Record<string, Value>, fallback: Value): Value[] {
  const named = Object.entries(known).flatMap(([name, value]) => (process.argv.includes(`--${name}`) ? [value] : []));
  return named.length > 0 ? named : [fallback];
}

await ensureBuild();
const targets = new Map();
for (const platform of chosen(platforms, Platform.current())) {
  const arches = chosen(architectures, process.arch === 'arm64' ? Arch.arm64 : Arch.x64);
  targets.set(platform, new Map(arches.map((arch) => [arch, []])));
}
const options = {
  projectDir: join(import.meta.dirname, '..'),
  targets,
  config: configuration,
  publish: 'never',
} as const;
try {
  for (const file of await build(options)) console.log(file);
} catch (error) {
  console.error(`Packaging failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
