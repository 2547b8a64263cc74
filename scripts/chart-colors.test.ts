import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../src-renderer', path), 'utf8');

test('the charts of a report have the colors of the light theme', () => {
  const [light] = read('app/theme.css').split('@media not print');
  const colors = [...read('experiments/results/report/chart-colors.ts').matchAll(/^ {2}'?([\w-]+)'?: '(#\w+)',$/gm)];
  expect(colors).toHaveLength(13);
  for (const [, name, color] of colors) expect(light).toContain(`--${name}: ${color};`);
});
