import { expect, test } from 'vitest';
import { at, noonForEach } from '../api-testing.ts';
import { called, did, labOf } from '../results/results-testing.ts';
import { savedMetric, savedMetricList } from './saved-metric-contract.ts';

const noon = noonForEach();

const path = '/api/projects/1/saved_metrics/';
const bought = { insight: 'TRENDS', events: [{ id: 'bought' }] };
const paid = { insight: 'TRENDS', events: [{ id: 'paid' }] };
const use = (id: number) => ({ benchtop: { saved_metric: id } });

async function save(body: object) {
  return savedMetricIn(await noon.server.api('POST', path, body));
}
function savedMetricIn(answer: { status: number; body: unknown }) {
  expect(answer).toMatchObject({ status: 201 });
  return savedMetric.parse(answer.body);
}
const read = async (id: number) => savedMetric.parse((await noon.server.api('GET', `${path}${id}/`)).body);
const change = (id: number, body: object) => noon.server.api('PATCH', `${path}${id}/`, body);

test('saved metrics are listed by name, searched, renamed and deleted', async () => {
  const orders = await save({ name: ' Orders ', filters: bought });
  await save({ name: 'Bounces', description: 'Left at once', filters: { events: [{ id: 'left' }] } });
  const list = async (query = '') => savedMetricList.parse((await noon.server.api('GET', `${path}${query}`)).body);
  expect((await list()).results.map(({ name }) => name)).toEqual(['Bounces', 'Orders']);
  expect(await list('?search=at%20once')).toMatchObject({ count: 1, results: [{ name: 'Bounces', experiments: [] }] });
  expect(await change(orders.id, { name: 'Bounces' })).toMatchObject({
    status: 400,
    body: { code: 'unique', attr: 'name' },
  });
  await change(orders.id, { name: 'Sales' });
  expect(await read(orders.id)).toMatchObject({ name: 'Sales', filters: bought, created_by: { id: 1 } });
  expect((await noon.server.api('DELETE', `${path}${orders.id}/`)).status).toBe(204);
  expect((await noon.server.api('GET', `${path}${orders.id}/`)).status).toBe(404);
  expect((await noon.server.api('DELETE', `${path}${orders.id}/`)).status).toBe(404);
});

test('a save without a difference is no change', async () => {
  const before = await save({ name: 'Orders', filters: bought });
  noon.later(60);
  expect(await change(before.id, { name: 'Orders', filters: bought })).toMatchObject({ status: 200, body: before });
  await change(before.id, { description: 'Paid ones' });
  expect((await read(before.id)).updated_at).not.toBe(before.updated_at);
});

test('a definition that cannot be counted is refused at its field', async () => {
  const post = (filters: object) => noon.server.api('POST', path, { name: 'Bad', filters });
  const regex = { events: [{ id: 'a', properties: [{ key: 'url', operator: 'regex', value: '(' }] }] };
  expect(await post(regex)).toMatchObject({ status: 400, body: { attr: 'filters__events__0__properties__0__value' } });
  expect(await post(use(1))).toMatchObject({ status: 400, body: { attr: 'filters__benchtop__saved_metric' } });
  for (const options of [{ guardrail: { margin: 2 } }, { exclude_test_runs: true }]) {
    const attr = `filters__benchtop__${Object.keys(options)}`;
    const detail = expect.stringContaining('must be omitted: an experiment that uses the metric sets it; got ');
    expect(await post({ ...bought, benchtop: options })).toMatchObject({ status: 400, body: { attr, detail } });
  }
  for (const [body, code] of [
    [{ name: 'None' }, 'required'],
    [{ name: 'None', filters: null }, 'null'],
  ] as const) {
    expect(await noon.server.api('POST', path, body)).toMatchObject({ status: 400, body: { code, attr: 'filters' } });
  }
});

test('experiments count by the saved metric; running ones follow a change and note it, ended ones keep theirs', async () => {
  const { api, server, later } = noon;
  const lab = labOf(server);
  const { id } = await save({ name: 'Orders', filters: bought });
  const running = await api.add({ start_date: at(0), filters: use(id) });
  const draft = await api.add({
    feature_flag_key: 'draft',
    secondary_metrics: [
      { name: 'Orders', filters: { ...bought, benchtop: { saved_metric: id, guardrail: { margin: 3 } } } },
    ],
  });
  const ended = await api.add({ feature_flag_key: 'old', start_date: at(0), filters: use(id) });
  const people = ['control', 'test'].flatMap((value) => [
    called(value, value, at(1)),
    called(value, value, at(1), 'old'),
    ...['bought', 'bought', 'paid'].map((event) => did(event, value, at(2))),
  ]);
  later(5);
  await lab.capture(people);
  await api.change(ended.id, { end_date: at(5) });
  later(5);
  const counted = async (of: number) => (await lab.result(of)).variants.map(({ count }) => count);
  expect([await counted(running.id), await counted(ended.id)]).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect((await read(id)).experiments).toEqual([
    { id: ended.id, name: 'Checkout', status: 'complete' },
    { id: draft.id, name: 'Checkout', status: 'draft' },
    { id: running.id, name: 'Checkout', status: 'running' },
  ]);
  expect((await api.list(`?saved_metric=${id}`)).count).toBe(3);

  await change(id, { description: 'All of them' });
  expect(await api.history(running.id)).toHaveLength(1);
  await change(id, { filters: paid });
  // The copy follows, except the guardrail of the use.
  const [copy] = (await api.read(draft.id)).secondary_metrics as { filters: object }[];
  expect(copy?.filters).toEqual({ ...paid, benchtop: { saved_metric: id, guardrail: { margin: 3 } } });
  expect([await counted(running.id), await counted(ended.id)]).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const [entry] = await api.history(running.id);
  expect(entry).toMatchObject({
    kind: 'metric_changed',
    before: { saved_metric: { id, name: 'Orders', filters: bought } },
    after: { saved_metric: { id, name: 'Orders', filters: paid } },
  });
  expect((await lab.result(running.id)).health?.changes).toEqual([{ kind: 'saved_metric_changed', at: at(10) }]);
  expect((await api.history(draft.id)).map(({ kind }) => kind)).toEqual(['created']);
  expect((await api.history(ended.id)).map(({ kind }) => kind)).toEqual(['stopped', 'created']);
  expect((await lab.result(ended.id)).health?.changes).toEqual([]);

  // Resumed, it uses the current definition, and the run has the change.
  await api.change(ended.id, { end_date: null });
  expect(await counted(ended.id)).toEqual([1, 1]);
  expect((await api.read(ended.id)).filters).toMatchObject(paid);
  expect((await lab.result(ended.id)).health?.changes).toMatchObject([{ kind: 'saved_metric_changed' }]);

  // As at the start again, nothing was chosen after a look.
  await change(id, { filters: bought });
  expect((await lab.result(running.id)).health?.changes).toEqual([]);
});

test('a change of a saved metric stays one of an ended experiment, whatever the metric counts later', async () => {
  const { api, later, runChanges } = noon;
  const { id } = await save({ name: 'Orders', filters: bought });
  await api.add({ start_date: at(0), filters: use(id) });
  later(1);
  await change(id, { filters: paid });
  later(1);
  await api.change(1, { end_date: 'now' });
  later(1);
  await change(id, { filters: bought });
  expect(runChanges(1)).toEqual([`${at(1)} saved_metric_changed`]);
});

test('a link sent without the definition is stored with a copy, which clients and the history show', async () => {
  const { api } = noon;
  const { id } = await save({ name: 'Orders', filters: bought });
  const copy = { ...bought, benchtop: { saved_metric: id } };
  const made = await api.add({ filters: use(id), secondary_metrics: [{ name: 'Orders', filters: use(id) }] });
  expect(made).toMatchObject({ filters: copy, secondary_metrics: [{ name: 'Orders', filters: copy }] });
  const guarded = { benchtop: { saved_metric: id, guardrail: { margin: 2 } } };
  const secondary = [{ name: 'Orders', filters: guarded }];
  const changed = await api.change(made.id, { secondary_metrics: secondary });
  expect(changed.secondary_metrics).toEqual([{ name: 'Orders', filters: { ...bought, ...guarded } }]);
  await api.change(made.id, { filters: use(id) });
  const history = await api.history(made.id);
  expect(history.map(({ kind }) => kind)).toEqual(['updated', 'created']);
  expect(history.map(({ after }) => [after?.filters, after?.secondary_metrics])).toEqual([
    [undefined, changed.secondary_metrics],
    [copy, made.secondary_metrics],
  ]);
});

test('a metric in use cannot be deleted, and a missing one counts nothing', async () => {
  const { api, server } = noon;
  const lab = labOf(server);
  const { id } = await save({ name: 'Orders', filters: bought });
  const { id: experimentId } = await api.add({ name: 'Fast checkout', start_date: at(0), filters: use(id) });
  expect(await server.api('DELETE', `${path}${id}/`)).toMatchObject({
    status: 400,
    body: {
      code: 'in_use',
      detail: 'The experiment "Fast checkout" uses the metric "Orders". Give it a metric of its own first.',
    },
  });
  await server.api('DELETE', `/api/projects/1/experiments/${experimentId}/`);
  expect((await server.api('DELETE', `${path}${id}/`)).status).toBe(204);
  await server.api('POST', `/api/projects/1/experiments/${experimentId}/restore/`);
  expect((await lab.result(experimentId)).metric).toMatchObject({
    steps: [],
    warnings: [
      {
        code: 'unknown_saved_metric',
        subject: String(id),
        detail: `Saved metric ${id} does not exist, so it counts nothing. Choose another one in Setup.`,
      },
    ],
  });
  // Its other fields can be saved with the metric as it was.
  const stored = await api.read(experimentId);
  const secondary = [{ name: 'The same', filters: use(id) }];
  const saved = await api.change(experimentId, { ...stored, description: 'Faster', secondary_metrics: secondary });
  expect(saved).toMatchObject({ description: 'Faster', filters: use(id), secondary_metrics: secondary });
  expect((await api.add({ feature_flag_key: 'next', filters: bought })).filters).toEqual(bought);
});

test('a link to a saved metric that the project does not have is refused at its field', async () => {
  const { api, server } = noon;
  const { id } = await save({ name: 'Orders', filters: bought });
  const made = await api.add({ filters: use(id) });
  const other = await server.api('POST', '/api/projects/', { name: 'Other' });
  const { id: elsewhere } = savedMetricIn(
    await server.api('POST', `/api/projects/${Object(other.body).id}/saved_metrics/`, {
      name: 'Orders',
      filters: paid,
    }),
  );
  const detail = (of: number) =>
    `The project has no saved metric ${of}. Choose one of its saved metrics, or send the definition without \`saved_metric\`.`;
  const unknown = (of: number, attr: string) => ({
    status: 400,
    body: { type: 'validation_error', code: 'invalid_choice', attr, detail: detail(of) },
  });
  const root = '/api/projects/1/experiments/';
  const body = { name: 'New', feature_flag_key: 'new', filters: use(99) };
  expect(await server.api('POST', root, body)).toMatchObject(unknown(99, 'filters__benchtop__saved_metric'));
  const secondary_metrics = [{ filters: use(id) }, { filters: use(elsewhere) }];
  expect(await server.api('PATCH', `${root}${made.id}/`, { secondary_metrics })).toMatchObject(
    unknown(elsewhere, 'secondary_metrics__1__filters__benchtop__saved_metric'),
  );
  expect((await api.list()).count).toBe(1);
  expect(await api.history(made.id)).toHaveLength(1);
});
