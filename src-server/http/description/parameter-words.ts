/**
 * Descriptions of the parameters of paths and queries for the API docs, by name: a name means the same in every endpoint. Where
 * it does not, the schema has its own description.
 */
export const parameterWords: Readonly<Record<string, string>> = {
  // In paths.
  action_id: 'Id of an action.',
  delivery_id: 'Id of a message to the chat.',
  expectation_id: 'Id of an expectation.',
  experiment_id: 'Id of an experiment.',
  flag_id: 'Id of a flag.',
  name: 'Name of a test run.',
  key_id: 'Id of a key, not its value.',
  expected_created_at: 'Refuses the change with 409 if the key was rotated since: its `created_at`, as it was read.',
  override_id: 'Id of an override.',
  person_id: 'Id of a person, not a distinct_id.',
  project_id: 'Id of a project, or `@current` for the first that the key may access.',
  saved_metric_id: 'Id of a saved metric.',
  session_id: 'Id of a session.',
  user_id: 'Id of a user, or `@me` for the user of the key.',
  view_id: 'Id of a saved view.',
  uuid: 'UUID of an event; dropped and rejected rows have one too.',

  // Pages and order.
  limit: 'Maximum number of items on the page; larger values are lowered to the limit.',
  offset: 'Number of items to skip.',
  sort: 'Column to sort by; `-` in front sorts in descending order.',
  before: 'Cursor: only rows that arrived before it, newest first.',
  after: 'Cursor: only rows that arrived after it, oldest first.',
  wait: 'Seconds that an empty page waits for its first event, unless `before` is given, or in which `min` or `exactly` must be met; larger values are lowered to the limit.',
  min: 'Minimum number of matching events; the answer is 412 if there are fewer when the time is up.',
  exactly: 'Exact number of matching events when the time is up; the answer is 412 for another number.',
  format: '`csv`: the answer is CSV instead of JSON.',

  // Filters of events.
  event: 'Name of the event.',
  event_any: 'Event names, of which one must match; `*` is any text, `\\*` a star.',
  event_none: 'Event names, of which none may match; `*` is any text, `\\*` a star.',
  distinct_id: 'The distinct_id, exactly.',
  person: 'A distinct_id; events of all ids of its person match.',
  request_id: 'Id of the request that brought the event.',
  test_run: 'Name of a test run, or `(none)` for rows without one.',
  reason: 'Reason why the event was dropped or rejected.',
  warning: 'Code of a warning of the event, or `any`.',
  unassigned: 'Whether rejected requests of no known project are listed alone (`true`) or left out (`false`).',
  properties: 'Property filters, which must all match.',
  property_types: 'Types that properties must have, each with its key.',
  minutes: 'Minutes up to now; 0: all time; larger values are lowered to the limit.',
  date_from: 'First time of the event, ISO 8601; without a zone it is UTC.',
  date_to: 'Last time of the event, ISO 8601; a date alone is its whole day, and without a zone it is UTC.',
  received_from: 'First time of arrival, ISO 8601; without a zone it is UTC.',
  truncate: '`true`: large values are cut, as in lists.',
  pinned: '`true`: only pinned events.',
  part: 'Number of the part of the body, from 0.',
  near: 'A name; the answer has the most similar event name that was seen.',

  set: 'JSON array of the properties that the person would have, each as `{"key": …, "value": …}`; nothing is stored.',
  groups:
    'JSON array of the groups that the app sends, each as `{"type": …, "key": …}`; by default those of the newest event of the distinct_id that has some.',
  property: 'Name of the property that the mask is for.',
  unset: 'JSON array of the names of stored properties that the person would not have; nothing is stored.',

  // Comparisons.
  with: 'The other event: its uuid, `previous` for the one of the same name that arrived before, or `previous_in_test_run` for the last before it in the same test run.',
  old_test_run: 'Name of the test run that is compared; or give `old_build`.',
  new_test_run: 'Name of the test run that it is compared with; or give `new_build`.',
  old_build: 'Build that is compared; or give `old_test_run`.',
  new_build: 'Build that it is compared with; or give `new_test_run`.',
  build_property: 'Event property with the build.',

  // Filters of lists.
  search:
    'Text that a name, key, description or content contains, in any case; in events only the letters A to Z ignore case.',
  status: 'State that the item must have.',
  active: 'Whether the flag is on.',
  archived: 'Whether the experiment is archived.',
  deleted: '`true`: only deleted items.',
  include_deleted: '`true`: deleted items too.',
  owner: 'Id of the user who owns it.',
  tag: 'A tag; repeat the parameter for any of several.',
  tags: 'Tags, separated by commas.',
  stale: 'Why the flag is stale, or `any`.',
  stale_days: 'Days after which a flag counts as stale; a number outside of the limits counts as the nearest limit.',
  feature_flag: 'Id of the flag of the experiment.',
  action: 'Id of an action that a metric of the experiment counts.',
  saved_metric: 'Id of a saved metric that the experiment uses.',
  state: 'State of the delivery.',
  days: 'UTC days of `series`, of which today is the last; a number outside of the limits counts as the nearest limit.',
  people: 'Whose results: of people whose metric window has ended (`mature`), or of everyone.',
  id: 'Index of a secondary metric, from 0.',

  // Persons and groups.
  kind: 'Whose properties: of persons or of groups.',
  group_type: 'Name of the type of the group.',
  group_type_index: 'Index of the type of the group, from 0; only with `kind=group`.',
  key: 'The key: of a property, of a flag, or of the project in paths of SDKs.',

  // Calls of SDKs.
  token: 'The project API key.',
  v: 'Version of the answer.',
  script: 'Name of a script, such as `array.js`.',
  config: '`true`: the remote configuration is part of the answer.',
};
