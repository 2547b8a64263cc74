import { beforeAll, expect, test } from 'vitest';
import { seenNames } from '../events/contract.ts';
import { personList } from '../persons/contract.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForAll();
const root = '/api/projects/1/';
const read = async (path: string) => (await server.api('GET', root + path)).body;

/** Sends events: `ann` is in both runs, `bob` only in `left`, and `cy` in none. */
beforeAll(async () => {
  const { send } = askerOf(server);
  const set = (color: string) => ({ $set: { [color]: true, team: color } });
  await send('opened', { header: 'left', properties: { plan: 'pro', left_only: 1, ...set('red') } });
  await send('opened', { header: 'right', properties: { plan: 'free', right_only: 1 } });
  await send('bought', { header: 'left', person: 'bob', properties: { plan: 'team', ...set('blue') } });
  await send('viewed', { person: 'cy', properties: { plan: 'none', none_only: 1, ...set('green') } });
});

test.each([
  ['left', ['bob', 'ann'], ['blue', 'red']],
  ['right', ['ann'], ['red']],
  ['(none)', ['cy'], ['green']],
  ['not-yet-seen', [], []],
])('persons and their properties in %s come from its senders', async (run, people, teams) => {
  const listed = personList.parse(await read(`persons/?test_run=${run}`));
  expect(listed.count).toBe(people.length);
  expect(listed.results.map(({ name }) => name)).toEqual(people);
  const found = personList.parse(await read(`persons/?test_run=${run}&search=ann`));
  expect(found.count).toBe(people.includes('ann') ? 1 : 0);
  const names = propertyNames.parse(await read(`persons/properties/?test_run=${run}`)).results.map(({ key }) => key);
  expect(names.toSorted()).toEqual([...teams, ...(teams.length > 0 ? ['team'] : [])].toSorted());
  const values = propertyValues.parse(await read(`persons/property_values/?key=team&test_run=${run}`)).results;
  expect(values.map(({ value }) => value).toSorted()).toEqual(teams.toSorted());
});

test.each([
  ['left', ['bought', 'opened'], ['left_only', 'plan'], ['pro', 'team'], ['pro']],
  ['right', ['opened'], ['plan', 'right_only'], ['free'], ['free']],
  ['(none)', ['viewed'], ['none_only', 'plan'], ['none'], []],
  ['not-yet-seen', [], [], [], []],
])('event names and values in %s come from its events', async (run, events, keys, plans, opened) => {
  const own = (all: string[]) => all.filter((key) => !key.startsWith('$')).toSorted();
  const seen = seenNames.parse(await read(`events/names/?near=Opened&test_run=${run}`));
  expect(seen.events.toSorted()).toEqual(events);
  expect(own(seen.properties)).toEqual(keys);
  expect(seen.nearest).toBe(events.includes('opened') ? 'opened' : null);
  const names = propertyNames.parse(await read(`events/properties/?test_run=${run}`)).results;
  expect(own(names.map(({ key }) => key))).toEqual(keys);
  const plansOf = async (query: string) =>
    propertyValues
      .parse(await read(`events/property_values/?key=plan&test_run=${run}${query}`))
      .results.map(({ value }) => value)
      .toSorted();
  expect(await plansOf('')).toEqual(plans);
  expect(await plansOf('&event=opened')).toEqual(opened);
});

test('test_run is refused where it cannot filter a list', async () => {
  const refused = { status: 400, body: { code: 'invalid_input', attr: 'test_run' } };
  for (const path of ['persons/properties/?kind=group', 'persons/property_values/?kind=group&key=plan', 'groups/?'])
    expect(await server.api('GET', `${root}${path}&test_run=left`)).toMatchObject(refused);
});
