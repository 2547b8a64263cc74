import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'benchtop-log-'));

test('a line is kept with its time and level, without the keys in it', () => {
  const log = openLog(folder());
  log.error('The key phx_0123456789012345678901234567890123456789abcd was refused.');
  const [line = ''] = log.recent(10);
  expect(JSON.parse(line)).toMatchObject({ level: 50, time: expect.stringMatching(/^\d{4}-/) });
  expect(line).not.toContain('0123456789012345');
});

test('the next run continues the same file', () => {
  const place = folder();
  openLog(place).info('one');
  const log = openLog(place);
  log.info('two');
  expect(log.recent(10).map((line) => JSON.parse(line).msg)).toEqual(['one', 'two']);
  expect(log.recent(1).map((line) => JSON.parse(line).msg)).toEqual(['two']);
});

test('a full file is followed by the next, and only the newest five are kept', () => {
  const place = folder();
  const log = openLog(place);
  for (let line = 0; line < 80; line += 1) log.info(`${line} ${'x'.repeat(100_000)}`);
  const files = readdirSync(place).sort();
  expect(files).toEqual(['benchtop.1.log', 'benchtop.2.log', 'benchtop.3.log', 'benchtop.4.log', 'benchtop.log']);
  for (const file of files) expect(statSync(join(place, file)).size).toBeLessThanOrEqual(1024 * 1024);
  expect(readFileSync(join(place, 'benchtop.log'), 'utf8')).toContain('79 xxx');
});
