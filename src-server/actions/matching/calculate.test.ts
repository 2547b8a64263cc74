import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionCount } from '../contract.ts';
import { settled } from '../testing.ts';
import { add, counted, withServer } from './calculate-testing.ts';
import { day, generatedEvent, generatedStep } from './generated-testing.ts';

test('arriving and stored events agree on 10,000 generated pairs of event and steps', async () => {
  await withServer(async (server, api) => {
    for (const id of ['p1', 'p2']) {
      await server.capture({ event: '$set', distinct_id: id, $set: { plan: id === 'p1' ? 'a' : '5', a: 'a' } });
    }
    const steps = fc.sample(fc.array(generatedStep, { maxLength: 3 }), { numRuns: 40, seed: 1 });
    const ids: number[] = [];
    for (const each of steps) ids.push(await add(api, each));
    const saved = await Promise.all(ids.map((id) => settled(api, id)));
    await server.capture({ batch: fc.sample(generatedEvent, { numRuns: 250, seed: 2 }) }, '/batch/');
    const all = () => Promise.all(ids.map((id) => counted(api, id)));
    const arriving = await all();
    for (const one of saved) await api('PATCH', `${one.id}/`, { steps: one.steps });
    await Promise.all(ids.map((id) => settled(api, id)));
    expect(await all()).toEqual(arriving);
    const matches = arriving.reduce((sum, { count }) => sum + count, 0);
    expect(matches).toBeGreaterThan(1000);
    expect(matches).toBeLessThan(9000);
  });
});

test('counts of people stay correct when persons merge', async () => {
  await withServer(async (server, api) => {
    const before = await add(api, [{ event: 'hit' }]);
    const hits: [id: string, days: number[]][] = [
      ['anon1', [1, 1, 3, 5]],
      ['user1', [1, 2, 4]],
      ['anon2', [2]],
      ['user2', []],
      ['anon3', [7, 8]],
      ['user3', [6, 9]],
      ['other', [1, 9]],
    ];
    await server.capture(
      {
        batch: hits.flatMap(([id, days]) =>
          days.map((number) => ({ event: 'hit', distinct_id: id, timestamp: day(number) })),
        ),
      },
      '/batch/',
    );
    expect(await counted(api, before)).toMatchObject({ people_count: 6 });
    const identify = (id: string, anonymous: string) =>
      server.capture(
        {
          batch: [
            { event: 'hit', distinct_id: id, timestamp: day(9) },
            { event: '$identify', distinct_id: id, properties: { $anon_distinct_id: anonymous }, timestamp: day(9) },
            { event: 'hit', distinct_id: anonymous, timestamp: day(9) },
          ],
        },
        '/batch/',
      );
    for (const number of [1, 2, 3]) await identify(`user${number}`, `anon${number}`);
    const after = await counted(api, before);
    expect(after).toMatchObject({ people_count: 4 });
    // Matching everything again, with the current persons, is the same.
    const again = await add(api, [{ event: 'hit' }]);
    await settled(api, again);
    expect(await counted(api, again)).toEqual(after);
    const since = actionCount.parse((await api('GET', `${before}/count/?date_from=2026-10-09`)).body);
    expect(since).toMatchObject({ count: 8, people_count: 4 });
    const early = actionCount.parse((await api('GET', `${before}/count/?date_to=2026-10-04`)).body);
    expect(early).toMatchObject({ people_count: 3 });
  });
});

test('generated merges leave the same counts as matching again', async () => {
  const history = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('hit'), id: fc.nat(7), other: fc.nat(7), at: fc.nat(9) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('merge'), id: fc.nat(7), other: fc.nat(7), at: fc.nat(9) }),
      },
    ),
    { minLength: 20, maxLength: 40 },
  );
  await withServer(async (server, api) => {
    const live = await add(api, [{ event: 'hit' }]);
    for (const [run, steps] of fc.sample(history, { numRuns: 12, seed: 3 }).entries()) {
      const batch = steps.map(({ kind, id, other, at }) => ({
        event: kind === 'hit' ? 'hit' : '$merge_dangerously',
        distinct_id: `r${run % 3}-${id}`,
        timestamp: day(at + 1),
        properties: { alias: `r${run % 3}-${other}` },
      }));
      for (let at = 0; at < batch.length; at += 10)
        await server.capture({ batch: batch.slice(at, at + 10) }, '/batch/');
    }
    const anew = await add(api, [{ event: 'hit' }]);
    await settled(api, anew);
    expect(await counted(api, live)).toEqual(await counted(api, anew));
  });
});

test('a restart while stored events are matched loses and doubles nothing', async () => {
  await withServer(async (server, api) => {
    const total = 12_000;
    const event = (index: number) => ({
      event: 'old',
      distinct_id: `d${index % 700}`,
      properties: { index, pad: 'x'.repeat(200) },
      timestamp: day(1 + (index % 15)),
    });
    for (let at = 0; at < total; at += 1000) {
      await server.capture({ batch: Array.from({ length: 1000 }, (_value, index) => event(at + index)) }, '/batch/');
    }
    const steps = [{ event: 'old', properties: { index: { operator: 'is_set' } } }];
    const id = await add(api, steps);
    const counted = async () => actionCount.parse((await api('GET', `${id}/count/`)).body);
    // The timing depends on the machine: saves again until a restart interrupts.
    let resumed = 0;
    for (let restarts = 0; resumed === 0 || resumed === total; restarts++) {
      expect(restarts).toBeLessThan(50);
      await settled(api, id);
      await api('PATCH', `${id}/`, { steps });
      let written = 0;
      while (written === 0) written = (await counted()).count;
      await server.restart();
      resumed = (await counted()).count;
      expect(resumed).toBeGreaterThanOrEqual(written);
    }
    await server.capture({ event: 'old', distinct_id: 'late', properties: { index: -1 }, timestamp: day(3) });
    const { is_calculating, last_calculated_at } = await settled(api, id);
    expect({ is_calculating, at: typeof last_calculated_at }).toEqual({ is_calculating: false, at: 'string' });
    expect(await counted()).toMatchObject({ count: total + 1, people_count: 701, progress: 1 });
  });
});

test('steps saved again while they are matched count once, by the newest version', async () => {
  await withServer(async (server, api) => {
    const batch = Array.from({ length: 3000 }, (_value, index) => ({
      event: index % 2 ? 'odd' : 'even',
      distinct_id: 'd',
    }));
    await server.capture({ batch }, '/batch/');
    const id = await add(api, [{}]);
    await api('PATCH', `${id}/`, { steps: [{ event: 'odd' }] });
    await server.capture({ event: 'odd', distinct_id: 'd' });
    await api('PATCH', `${id}/`, { steps: [{ event: 'even' }] });
    await server.capture({ event: 'even', distinct_id: 'd' });
    await settled(api, id);
    expect((await counted(api, id)).count).toBe(1501);
  });
});

test('deleting a project deletes its actions and their matches', async () => {
  await withServer(async (server) => {
    const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
    const { id, api_key } = body as { id: number; api_key: string };
    const path = `/api/projects/${id}/actions/`;
    await server.api('POST', path, { name: 'x', steps: [{}] });
    await server.capture({ api_key, event: 'e', distinct_id: 'd' });
    expect((await server.api('DELETE', `/api/projects/${id}/`)).status).toBe(204);
    expect((await server.api('GET', path)).status).toBe(404);
    await server.restart();
    expect((await server.api('GET', '/api/projects/1/actions/people/')).body).toMatchObject({ count: 0 });
  });
});
