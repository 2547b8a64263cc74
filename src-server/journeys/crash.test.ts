import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/lib/build.ts';
import { runScenario } from '../../scripts/torture/run.ts';
import { scenario } from '../../scripts/torture/scenario.ts';
import { killOften } from '../../scripts/torture/scenarios/kill.ts';

beforeAll(() => ensureBuild(() => {}), 120_000);

test('after random kills under load, the restarted server has each acknowledged event once', async () => {
  const fewKills = scenario('few-kills', { ci: 0, full: 0 }, (context) => killOften(context, 5));
  const { line, tally } = await runScenario(fewKills, Math.floor(Math.random() * 2 ** 31), false);
  expect(tally, line).toMatchObject({ passed: 1 });
}, 120_000);
