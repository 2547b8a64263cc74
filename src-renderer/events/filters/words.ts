import { noTestRun, testRunNameRule } from '#server/test-runs/contract.ts';

const statuses = 'accepted, dropped, rejected or unassigned';

/** Words of the filter and of saved filters. */
export const words = {
  bar: {
    label: 'Filter events',
    first: 'Filter: event:signup  plan=pro  price>10  or any text',
    next: 'And …',
    clear: 'Clear filter',
    edit: (sentence: string) => `Edit filter: ${sentence}`,
    remove: (sentence: string) => `Remove filter: ${sentence}`,
    suggestions: 'Filter suggestions',
  },
  /** What can begin a filter, in the order of the suggestions. */
  starts: {
    'event:': 'Event name: a|b for several, check* for a beginning',
    '-event:': 'not this event',
    'person:': 'a person, by any of their ids',
    'status:': statuses,
    'reason:': 'why it was dropped or rejected',
    'since:': 'happened since a time',
    'has:': 'a property that is set',
    'request:': 'all of one request',
    'until:': 'happened up to a time',
    'distinct_id:': 'this id only',
    'test_run:': 'events of one test run, or (none)',
    'warning:': 'stored with a warning',
    'is:': 'pinned events: is:pinned',
    'type:': 'a property and its type: type:total=number',
  },
  /** Follow a suggestion. */
  hints: {
    event: 'event',
    property: 'property',
    status: 'status',
    anyWarning: 'with any warning',
    text: 'anywhere in the payload',
    severalValues: (relation: string) => `${relation} (a|b for several)`,
    comparedBy: (key: string, relations: string[]) => `${key} ${relations.join(', or ')}`,
  },
  problems: {
    joined: {
      not: (opposite: string) => `Write ${opposite} for the opposite, or "not" in quotes to search for the word.`,
      and: (condition: string) => `Leave out “and” before ${condition}: an event must meet all conditions.`,
      or: () => 'Conditions cannot be joined by “or”. List values in one condition, such as plan=pro|team.',
    },
    noKey: 'Name the property before the sign, for example plan=pro.',
    noValue: (of: string, example: string) => `Enter a value for ${of}, for example ${example}.`,
    fieldNotNegated: (field: string) => `${field}: cannot be negated. Only properties and event: can.`,
    signNotNegated: (sign: string) => `${sign} cannot be negated.`,
    notCompared: (key: string) => `${key} can be compared with a number, or by > and < with a date.`,
    misspelledField: (field: string, meant: string) => `There is no field “${field}”. Did you mean ${meant}?`,
    misspelledValue: (field: string, value: string, meant: string) =>
      `No ${field} is called “${value}”. Did you mean ${meant}?`,
    unknownValue: (field: string, value: string) => `No ${field} is called “${value}”.`,
    status: `A status is ${statuses}.`,
    is: 'Write is:pinned, the only value of is:.',
    request: 'A request is named by its number, for example request:42.',
    testRun: `The name of a test run has ${testRunNameRule}. test_run:${noTestRun} finds events without one.`,
    moment: (field: string) =>
      `Give ${field}: a date, a date and time, or how long ago: ${field}:15m, ${field}:2026-03-01.`,
    type: (example: string, types: readonly string[]) =>
      `Name a property and its type, for example ${example}. Types: ${types.join(', ')}.`,
  },
  views: {
    button: 'Views',
    none: 'No saved views yet',
    saved: 'Saved views of this project',
    load: 'load the saved views',
    remove: (name: string) => `Delete view ${name}`,
    removed: (name: string) => `View “${name}” is deleted`,
    removeVerb: 'delete the view',
    nameTaken: (name: string, filter: string) =>
      `Another view is named “${name}” now. To restore the deleted one, enter its filter and save it under another name: ${filter}`,
    name: 'Name of the view',
    filterFirst: 'Set a filter first',
    nameThis: 'Name this view',
    save: 'Save',
    replace: 'Replace',
    replaces: (filter: string) => `Replaces the view of this name: ${filter}`,
    saveVerb: 'save the view',
  },
};
