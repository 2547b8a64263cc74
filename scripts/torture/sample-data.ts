/** Sends a request, with the personal key or the project key; throws unless it is answered 2xx or `expected`. */
type Send = (method: string, path: string, body: unknown, expected?: number) => Promise<{ id?: number }>;

/** Fills an empty server with data of each feature and events of each status. */
export async function sendSampleData(url: string, projectKey: string, personalKey: string): Promise<void> {
  const send: Send = async (method, path, body, expected) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${personalKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isExpected = expected === undefined ? response.ok : response.status === expected;
    if (!isExpected) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  await sendDefinitions(send);
  await sendEvents(send, projectKey);
  await sendDecides(send, projectKey);
  await sendTestRun(send, projectKey);
}

const api = '/api/projects/1';
const half = (key: string) => ({ key, rollout_percentage: 50 });

async function sendDefinitions(send: Send): Promise<void> {
  const flag = {
    key: 'new-checkout',
    name: 'New checkout',
    active: true,
    ensure_experience_continuity: true,
    filters: {
      groups: [{ properties: [{ key: 'plan', value: 'team', type: 'person' }], rollout_percentage: 60 }],
      multivariate: { variants: [half('control'), half('test')] },
      payloads: { test: '{"color":"blue"}' },
    },
  };
  const { id: flagId } = await send('POST', `${api}/feature_flags/`, flag);
  await send('PATCH', `${api}/feature_flags/${flagId}/`, { name: 'The new checkout' });
  await send('POST', `${api}/feature_flags/`, { key: 'off', name: '', active: false, filters: { groups: [] } });
  const steps = [
    { event: 'paid', properties: { plan: 'team' } },
    { event: '$autocapture', selector: 'form .buy' },
  ];
  const { id: actionId } = await send('POST', `${api}/actions/`, { name: 'Paid', tags: ['money'], steps });
  await send('PATCH', `${api}/actions/${actionId}/`, { steps: steps.slice(0, 1) });
  await send('POST', `${api}/actions/`, { name: 'Viewed', steps: [{ event: '$pageview', url: '/pricing' }] });
  const filters = { insight: 'FUNNELS', events: [{ id: 'paid' }] };
  const experiment = { name: 'Checkout', feature_flag_key: 'new-checkout', filters };
  const { id } = await send('POST', `${api}/experiments/`, experiment);
  await send('PATCH', `${api}/experiments/${id}/`, { start_date: '2026-11-01T00:00:00Z' });
  await send('POST', `${api}/experiments/`, { name: 'A draft', feature_flag_key: 'draft-flag' });
  await send('POST', '/api/projects/', { name: 'Second project' });
  await send('POST', '/api/users/', { first_name: 'Grace', email: 'grace@example.com' });
  await send('POST', '/api/personal_api_keys/', { name: 'Reads only', access: 'read', project_id: 1 });
}

async function sendEvents(send: Send, api_key: string): Promise<void> {
  const batch = Array.from({ length: 36 }, (_, index) => ({
    event: ['$pageview', 'paid', '$feature_flag_called', 'tapped'][index % 4],
    distinct_id: `person-${index % 12}`,
    timestamp: new Date(Date.UTC(2026, 10, 1, 0, index * 7)).toISOString(),
    properties: {
      plan: index % 8 === 1 ? 'team' : 'free',
      $current_url: 'http://localhost:3000/pricing',
      ...(index % 4 === 2 ? { $feature_flag: 'new-checkout', $feature_flag_response: 'test' } : {}),
      ...(index % 4 === 0 ? { '$feature/new-checkout': index % 24 < 12 ? 'test' : 'control' } : {}),
      $set: { plan: index % 2 === 0 ? 'team' : 'free', name: `Ann “${index}” O'Hara` },
    },
  }));
  const capture = (event: object, expected?: number) => send('POST', '/capture/', { api_key, ...event }, expected);
  await send('POST', '/batch/', { api_key, batch });
  await capture({ event: 'visited', distinct_id: 'anonymous-1' });
  await capture({ event: '$identify', distinct_id: 'person-1', properties: { $anon_distinct_id: 'anonymous-1' } });
  await capture({ event: '$create_alias', distinct_id: 'person-2', properties: { alias: 'person-2-laptop' } });
  const group = { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 12 } };
  await capture({ event: '$groupidentify', distinct_id: 'person-3', properties: group });
  await capture({ event: 'joined', distinct_id: 'person-3', properties: { $groups: { company: 'acme' } } });
  const elements = [
    { tag_name: 'button', $el_text: 'Buy', classes: ['buy'] },
    { tag_name: 'form', attr__id: 'checkout' },
  ];
  await capture({ event: '$autocapture', distinct_id: 'person-4', properties: { $elements: elements } });
  await capture({ event: 'warned', distinct_id: 'undefined', timestamp: 'yesterday', properties: { $set: 'none' } });
  await capture({ event: '', distinct_id: 'person-5' });
  await capture({ event: 'dropped', distinct_id: '' });
  await capture({ api_key: 'phc_ofNoProject', event: 'rejected', distinct_id: 'person-6' }, 401);
  await send('POST', '/batch/', { api_key, batch: 'no array' }, 400);
}

async function sendDecides(send: Send, api_key: string): Promise<void> {
  for (const distinct_id of ['person-1', 'person-2', 'nobody']) {
    await send('POST', '/decide/?v=3', { api_key, distinct_id, $anon_distinct_id: `${distinct_id}-before` });
    await send('POST', '/flags/?v=2', { api_key, distinct_id, groups: { company: 'acme' } });
  }
}

/** Sends one of each kind of thing that a test run has, in the run `sample` only. */
async function sendTestRun(send: Send, api_key: string): Promise<void> {
  const inRun = (path: string) => `/test-run/sample${path}`;
  const distinct_id = 'person-7';
  await send('POST', `${api}/test_runs/`, { name: 'sample', label: 'Sample', build: '1.24.0' });
  await send('POST', `${api}/expectations/`, { name: 'One paid', test_run: 'sample', event: 'paid' });
  const called = { $feature_flag: 'unknown-flag', $feature_flag_response: true };
  const batch = [
    { event: 'paid', distinct_id, properties: { plan: 'team' } },
    { event: '$feature_flag_called', distinct_id, properties: called },
    { event: 'dropped', distinct_id: '' },
  ];
  await send('POST', inRun('/batch/'), { api_key, batch });
  await send('POST', inRun('/decide/?v=9'), { api_key, distinct_id }, 400);
  await send('POST', inRun('/flags/?v=2'), { api_key, distinct_id });
  await send('PATCH', `${api}/test_runs/sample/`, { ended_at: new Date().toISOString() });
}
