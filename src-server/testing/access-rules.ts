import type { Permission } from '../core/contract.ts';

/** The kinds of keys that call the management API; `own` and `other` are limited to one project, and the path names the own. */
export const callers = [
  'none',
  'bad',
  'project key',
  'revoked',
  'session',
  'all write',
  'all read',
  'own write',
  'own read',
  'other write',
  'other read',
] as const;
export type CallerKind = (typeof callers)[number];

/** `yes`: the key is accepted. `401`, `403`: refused. `404`: hidden. */
export type Access = 'yes' | 401 | 403 | 404;

const unknown = { none: 401, bad: 401, 'project key': 401, revoked: 401 } as const;
const everywhere = { session: 'yes', 'all write': 'yes' } as const;
const administering: Record<CallerKind, Access> = {
  ...unknown,
  ...everywhere,
  'all read': 403,
  'own write': 403,
  'own read': 403,
  'other write': 403,
  'other read': 403,
};
const reading = { ...administering, 'all read': 'yes', 'own write': 'yes', 'own read': 'yes' } as const;

/** The access of each kind of key, by rule. */
export const rules = {
  /** Holds no data, or is guarded by the key in its body or path. */
  open: Object.fromEntries(callers.map((caller) => [caller, 'yes'])) as Record<CallerKind, Access>,
  /** About the caller itself, or a list of only what it may see. */
  'for itself': { ...reading, 'other write': 'yes', 'other read': 'yes' },
  'reads a project': { ...reading, 'other write': 404, 'other read': 404 },
  'writes a project': { ...administering, 'own write': 'yes', 'other write': 404 },
  /** Reads, with a personal key, the project of a project key. */
  'reads by project key': { ...reading, 'other write': 401, 'other read': 401 },
  /** A personal key of the own project and user; those of others are hidden. */
  'changes a personal key': { ...administering, 'own write': 'yes', 'other write': 404 },
  /** A personal key of the own project and user, never with more access. */
  'issues a personal key': { ...administering, 'own write': 'yes' },
  'reads all projects': { ...administering, 'all read': 'yes' },
  /** Endpoints about more than a project's data: users, projects themselves, secrets. */
  administers: administering,
  /** Endpoints about definitions that a server may take from another. */
  'edits projects': administering,
  'edits definitions of a project': { ...administering, 'own write': 'yes', 'other write': 404 },
  'edits a project': { ...administering, 'other write': 404 },
  /** The same, for a project hidden from other keys. */
  'administers a project': { ...administering, 'other write': 404 },
} satisfies Record<string, Record<CallerKind, Access>>;
export type Rule = keyof typeof rules;

/** The rule of each permission: a caller that the rule does not answer with 403 has it. */
export const permissionRules = {
  write: 'writes a project',
  read_all_projects: 'reads all projects',
  administer: 'administers',
  edit_definitions: 'edits definitions of a project',
  edit_projects: 'edits projects',
} satisfies Record<Permission, Rule>;

const project = '/api/projects/{project_id}/';
const flag = `${project}feature_flags/{flag_id}/`;
const action = `${project}actions/{action_id}/`;
const experiment = `${project}experiments/{experiment_id}/`;
const savedMetric = `${project}saved_metrics/{saved_metric_id}/`;
const testRun = `${project}test_runs/{name}/`;
const expectation = `${project}expectations/{expectation_id}/`;
const projectKey = `${project}api_keys/{key_id}/`;
const personalKey = '/api/personal_api_keys/{key_id}/';

/** Every endpoint of the API description, by its rule. */
export const endpoints: Record<Rule, string[]> = {
  open: [
    ...[
      '/capture/',
      '/batch/',
      '/engage/',
      '/e/',
      '/i/v0/e/',
      '/track/',
      '/s/',
      '/i/v0/s/',
      '/i/v0/ai/batch/',
      '/i/v1/ai/events/',
      '/i/v1/analytics/events/',
    ].map((path) => `post ${path}`),
    'post /decide/',
    'post /flags/',
    'get /array/{key}/config/',
    'get /array/{key}/config.js',
    'get /array/{key}/array.js',
    'get /static/{script}',
    ...['surveys', 'early_access_features', 'web_experiments', 'product_tours'].map((name) => `get /api/${name}/`),
    'post /i/v1/logs/',
    'post /i/v1/metrics/',
    'get /api/schema/',
    'get /api/docs/',
    'get /api/health/',
    'get /_health/',
    'post /api/session/challenge/',
  ],
  'for itself': [
    'get /api/projects/',
    'get /api/personal_api_keys/',
    'get /api/status/',
    'get /api/users/{user_id}/',
    'post /api/session/',
    'delete /api/session/',
  ],
  'reads a project': [
    `get ${project}`,
    ...['', 'summary/', 'names/', 'properties/', 'property_values/', '{uuid}/', '{uuid}/body/'].map(
      (path) => `get ${project}events/${path}`,
    ),
    ...['', 'properties/', 'property_values/', '{person_id}/', '{person_id}/timeline/', '{person_id}/preview/'].map(
      (path) => `get ${project}persons/${path}`,
    ),
    ...['api_keys/', 'groups/', 'group_types/', 'connection/', 'saved_views/', 'pins/'].map(
      (path) => `get ${project}${path}`,
    ),
    ...['', 'overrides/', 'unknown_keys/', '{key}/remote_config/'].map((path) => `get ${project}feature_flags/${path}`),
    ...['', 'history/', 'usage/', 'served/'].map((path) => `get ${flag}${path}`),
    ...['', 'counts/', 'people/', 'matches/', 'chat/', 'deliveries/'].map((path) => `get ${project}actions/${path}`),
    ...['', 'count/', 'events/'].map((path) => `get ${action}${path}`),
    ...['', 'requires_flag_implementation/', 'summaries/', 'decided/'].map(
      (path) => `get ${project}experiments/${path}`,
    ),
    ...['', 'decision/', 'results/', 'secondary_results/', 'breakdown/', 'novelty/', 'replay/', 'history/'].map(
      (path) => `get ${experiment}${path}`,
    ),
    `get ${project}saved_metrics/`,
    `get ${savedMetric}`,
    `get ${project}test_runs/`,
    `get ${testRun}`,
    `get ${testRun}check/`,
    `get ${testRun}status/`,
    `get ${project}expectations/`,
    `get ${expectation}`,
    ...['diff/', 'diff/masks/', 'events/{uuid}/diff/', 'recording/'].map((path) => `get ${project}${path}`),
    ...['events/', 'event/', 'violations/', 'settings/', 'document/'].map(
      (path) => `get ${project}tracking_plan/${path}`,
    ),
    `get ${project}event_retention/`,
    `get ${project}relay/`,
  ],
  'writes a project': [
    ...['put', 'patch', 'delete'].map((method) => `${method} ${project}pins/{uuid}/`),
    `post ${project}saved_views/`,
    `delete ${project}saved_views/{view_id}/`,
    ...['evaluate/', 'reach/'].map((path) => `post ${project}feature_flags/${path}`),
    `post ${flag}preview_change/`,
    ...['preview/', 'chat/test/', 'deliveries/{delivery_id}/retry/'].map((path) => `post ${project}actions/${path}`),
    ...['baseline/', 'excluded_people/', 'plan/', 'simulated_plan/'].map(
      (path) => `post ${project}experiments/${path}`,
    ),
    `post ${project}test_runs/`,
    `patch ${testRun}`,
    `delete ${testRun}`,
    `post ${testRun}check/`,
    ...['har', 'replay'].map((path) => `post ${project}recording/${path}/`),
    `post ${project}event_retention/preview/`,
    ...['retry/', 'preview/'].map((path) => `post ${project}relay/${path}`),
  ],
  'edits definitions of a project': [
    `patch ${project}`,
    `post ${project}api_keys/`,
    `patch ${projectKey}`,
    `delete ${projectKey}`,
    `post ${projectKey}rotate/`,
    ...['', 'bulk/'].map((path) => `post ${project}feature_flags/${path}`),
    ...['patch', 'put', 'delete'].map((method) => `${method} ${flag}`),
    ...['duplicate/', 'overrides/'].map((path) => `post ${flag}${path}`),
    `delete ${flag}overrides/{override_id}/`,
    `delete ${project}feature_flags/overrides/`,
    ...['', 'bulk/'].map((path) => `post ${project}actions/${path}`),
    ...['patch', 'put', 'delete'].map((method) => `${method} ${action}`),
    `post ${action}duplicate/`,
    ...['', 'bulk/'].map((path) => `post ${project}experiments/${path}`),
    ...['patch', 'put', 'delete'].map((method) => `${method} ${experiment}`),
    ...['duplicate/', 'reset/', 'restore/', 'undo_stop/'].map((path) => `post ${experiment}${path}`),
    `post ${project}saved_metrics/`,
    `patch ${savedMetric}`,
    `delete ${savedMetric}`,
    `post ${project}expectations/`,
    `patch ${expectation}`,
    `delete ${expectation}`,
    ...['post', 'put', 'delete'].map((method) => `${method} ${project}diff/masks/`),
    ...['put', 'delete'].map((method) => `${method} ${project}tracking_plan/lock/`),
    `put ${project}tracking_plan/document/`,
    `patch ${project}tracking_plan/settings/`,
  ],
  'reads by project key': [
    'get /api/feature_flag/local_evaluation/',
    'get /flags/definitions/',
    'get /api/feature_flag/',
  ],
  'changes a personal key': [`patch ${personalKey}`, `delete ${personalKey}`, `post ${personalKey}rotate/`],
  'issues a personal key': ['post /api/personal_api_keys/'],
  'reads all projects': ['get /api/sessions/', 'get /api/definitions/'],
  'edits projects': ['post /api/projects/', 'post /api/users/', 'patch /api/users/{user_id}/'],
  'edits a project': [`delete ${project}`],
  administers: [
    'get /api/users/',
    'post /api/session/links/',
    'delete /api/sessions/',
    'delete /api/sessions/{session_id}/',
    'get /api/archive/',
    'post /api/archive/check/',
    'post /api/archive/retry/',
    'get /api/storage/',
    'post /api/storage/copies/',
    'post /api/storage/restore/',
    'post /api/storage/accept/',
  ],
  'administers a project': [
    `patch ${project}actions/chat/`,
    `patch ${project}event_retention/`,
    ...['patch', 'delete'].map((method) => `${method} ${project}relay/`),
    `post ${project}relay/test/`,
  ],
};
