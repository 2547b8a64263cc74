import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDefinitionsSettings } from './definitions-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-settings-'));
const file = join(folder, 'key');
writeFileSync(file, 'phx_fromFile\n');

test('the key comes from the environment or a file', () => {
  const read = (env: NodeJS.ProcessEnv) => readDefinitionsSettings('http://desk:8010', env);
  expect(read({ BENCHTOP_DEFINITIONS_KEY: 'phx_a' })).toMatchObject({ url: 'http://desk:8010', key: 'phx_a' });
  expect(read({ BENCHTOP_DEFINITIONS_KEY_FILE: file })).toMatchObject({ key: 'phx_fromFile' });
  expect(() => read({ BENCHTOP_DEFINITIONS_KEY: 'a', BENCHTOP_DEFINITIONS_KEY_FILE: file })).toThrow('not both');
  expect(() => read({ BENCHTOP_DEFINITIONS_KEY_FILE: `${file}.lost` })).toThrow(/cannot be read \(ENOENT\)/);
  for (const env of [{}, { BENCHTOP_DEFINITIONS_KEY: 'phx_a\nX: y' }])
    expect(() => read(env)).toThrow('a personal API key');
});

test.each([
  ['http://desk', 'http://desk'],
  ['https://desk.example.org/bench/', 'https://desk.example.org/bench'],
  ['http://[::1]:8010', 'http://[::1]:8010'],
])('%s is an address', (given, url) => {
  expect(readDefinitionsSettings(given, { BENCHTOP_DEFINITIONS_KEY: 'k' })).toMatchObject({ url });
});

test.each(['desk:8010', 'ftp://desk', 'http://', 'http://desk?x=1', 'http://desk#x', 'http://me:secret@desk'])(
  '%s is refused, and the error does not repeat a password',
  (given) => {
    const read = () => readDefinitionsSettings(given, { BENCHTOP_DEFINITIONS_KEY: 'k' });
    expect(read).toThrow('--definitions-url');
    expect(read).not.toThrow('secret');
  },
);
