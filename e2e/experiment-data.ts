import type { BenchtopServer } from './server.ts';

export const experiments = '/api/projects/@current/experiments/';
export const flag = 'short-form';
export const dayMs = 86_400_000;

export const funnel = {
  events: [
    { id: 'form opened', name: 'form opened', order: 0 },
    { id: 'form sent', name: 'form sent', order: 1 },
  ],
};

const errors = { insight: 'TRENDS', direction: 'decrease', events: [{ id: 'error seen', name: 'error seen' }] };
export const withErrors = { secondary_metrics: [{ name: 'Errors', filters: errors }] };
/** The errors are a guardrail. */
export const guarded = {
  secondary_metrics: [{ name: 'Errors', filters: { ...errors, benchtop: { guardrail: { margin: 5 } } } }],
};

/** Creates an experiment on the flag `short-form`, whose metric is a form that is opened and then sent. */
export async function draft(server: BenchtopServer, input: object = {}): Promise<number> {
  const body = { name: 'Short form', feature_flag_key: flag, filters: funnel, ...input };
  return await server.create(experiments, body);
}

/** Creates an experiment that was launched `days` days ago, so that the run has days to show. */
export async function launched(server: BenchtopServer, input: object = {}, days = 3): Promise<number> {
  const id = await draft(server, input);
  await server.api('PATCH', `${experiments}${id}/`, { start_date: new Date(Date.now() - days * dayMs).toISOString() });
  return id;
}

/** Sends people of one variant, evenly over the last three days: all open the form, `sends` send it, `fails` see an error. */
export async function people(
  server: BenchtopServer,
  variant: string,
  counts: { of: number; sends: number; fails?: number },
) {
  const { of, sends, fails = 0 } = counts;
  const start = Date.now() - 3 * dayMs + 60_000;
  const batch = Array.from({ length: of }, (_, index) => {
    const at = (seconds: number) =>
      new Date(start + (index / of) * (3 * dayMs - 120_000) + seconds * 1000).toISOString();
    const event = (name: string, seconds: number, properties: object = {}) => ({
      event: name,
      distinct_id: `${variant}-${index}`,
      timestamp: at(seconds),
      properties,
    });
    // Not the first ones: the share should be much the same on each day.
    const place = (index * 37) % of;
    return [
      event('$feature_flag_called', 0, { $feature_flag: flag, $feature_flag_response: variant }),
      event('form opened', 1),
      ...(place < sends ? [event('form sent', 2)] : []),
      ...(place < fails ? [event('error seen', 3), event('error seen', 4)] : []),
    ];
  }).flat();
  await server.capture({ batch }, '/batch/');
}

type Pair = readonly [control: number, test: number];

/** Launches an experiment with `of` people in each variant. */
export async function measured(
  server: BenchtopServer,
  { of, sends, fails = [0, 0] }: { of: number; sends: Pair; fails?: Pair },
  input: object = {},
): Promise<number> {
  const id = await launched(server, input);
  await people(server, 'control', { of, sends: sends[0], fails: fails[0] });
  await people(server, 'test', { of, sends: sends[1], fails: fails[1] });
  return id;
}
